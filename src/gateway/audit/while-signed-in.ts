import type { GatewayOptions } from '../http/context.ts';
import { noSession } from '../http/failures.ts';
import type { Session } from '../session/session.ts';

/**
 * What reads the next part of an export, as long as its person's session goes on: a file may take minutes to be fetched.
 * Then it throws, so that the file breaks off and isn't taken for a whole one.
 */
export function whileSignedIn<Place extends unknown[], Part>(
  session: Session,
  { sessions, tokens }: Pick<GatewayOptions, 'sessions' | 'tokens'>,
  read: (...place: Place) => Promise<Part>,
): (...place: Place) => Promise<Part> {
  return async (...place) => {
    if (!sessions.isOpen(session) || !(await tokens.confirm(session))) throw noSession();
    return await read(...place);
  };
}
