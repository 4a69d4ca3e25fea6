import { type GatewayContext, type GatewayOptions, signedIn } from '../http/context.ts';
import { noSession } from '../http/failures.ts';
import { withToken } from '../session/session-end.ts';

/**
 * What reads the next part of an export, as long as its person's session goes on: a file may take minutes to be fetched.
 * Then, or if it can't be read, it throws, so that the file breaks off and isn't taken for a whole one.
 */
export function whileSignedIn<Place extends unknown[], Part>(
  c: GatewayContext,
  {
    sessions,
    tokens,
    organisations,
    log,
  }: Pick<GatewayOptions, 'sessions' | 'tokens' | 'organisations' | 'log'>,
  read: (...place: Place) => Promise<Part>,
): (...place: Place) => Promise<Part> {
  const session = signedIn(c);
  return async (...place) => {
    try {
      // The organisation may have another access token by now.
      const now = sessions.isOpen(session) && (await withToken(session, organisations));
      if (!now || !(await tokens.confirm(now))) throw noSession();
      return await read(...place);
    } catch (error) {
      log.warn({ err: error, requestId: c.get('requestId') }, 'an export broke off');
      throw error;
    }
  };
}
