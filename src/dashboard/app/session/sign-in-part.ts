import { lazyPart } from '#dashboard/ui/lazy-part.tsx';

/** The sign-in page, in a chunk of its own. */
export const SignInPage = lazyPart(() => import('./sign-in-page.tsx').then((module) => module.SignInPage));
