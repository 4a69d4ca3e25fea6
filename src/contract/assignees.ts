import * as z from 'zod/mini';
import { sessionPerson } from './session.ts';

/** Everyone of the organisation who can be assigned a follow-up. */
export const assigneeList = z.object({ people: z.array(sessionPerson) });
