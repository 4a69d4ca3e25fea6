const ANY_ORIGIN = 'http://own.invalid';

/** Browsers drop the cookie that keeps a longer one for the way back, and no one can sign in. */
const LONGEST_PATH = 2_000;

/** An address within Pledge to go to after a sign-in: the given one if it is a page's path, otherwise the front page. */
export function ownPath(wish: string | undefined): string {
  if (wish === undefined || !wish.startsWith('/') || !URL.canParse(wish, ANY_ORIGIN)) return '/';
  const { origin, pathname, search, hash } = new URL(wish, ANY_ORIGIN);
  const path = pathname + search + hash;
  // A path that begins with two slashes is another site's address.
  const isOwn = origin === ANY_ORIGIN && !path.startsWith('//') && !/^\/session(?:\/|$)/.test(pathname);
  return isOwn && path.length <= LONGEST_PATH ? path : '/';
}
