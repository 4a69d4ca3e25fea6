import type * as z from 'zod/mini';
import type { Failure } from './parts.ts';
import type { Json } from './schemas.ts';

/** An address of the gateway, with everything that the document says of it. */
export interface GatewayOperation {
  id: string;
  tag: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  summary: string;
  text: string;
  needs: 'session' | 'secret' | 'nothing';
  params?: { schema: z.ZodMiniObject; texts: Record<string, string> };
  query?: { schema: z.ZodMiniObject; texts: Record<string, string>; defaults: Record<string, number> };
  headers?: readonly Json[];
  body?: { schema: z.ZodMiniType | Json; example: unknown };
  status?: 201 | 202;
  /** What a success is: data in the envelope, the envelope alone, or a text of another type. */
  done: { text: string } & (
    | { message: string; data?: { schema: z.ZodMiniType; example: unknown }; headers?: readonly string[] }
    | { type: string; example: string }
  );
  /** What a 200 is, if a first success has another status. */
  repeated?: Extract<GatewayOperation['done'], { message: string }>;
  /** What a 202 is. */
  still?: Extract<GatewayOperation['done'], { message: string }>;
  failures: Record<number, Failure>;
}
