import { gatewayDocument } from '#contract/openapi/gateway.ts';
import { serviceDocument } from '#contract/openapi/service.ts';

/** The parts of an OpenAPI document that the page shows. */
export interface ApiDocument {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  webhooks?: Record<string, { post: ApiOperation }>;
  components: {
    schemas: Record<string, ApiSchema>;
    headers: Record<string, { description: string; schema: ApiSchema }>;
    securitySchemes: Record<string, { description: string }>;
  };
}

export interface ApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: Record<string, unknown>[];
  parameters?: ApiParameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; headers?: Record<string, unknown>; content?: Content }>;
}

export interface ApiParameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: ApiSchema;
}

type Content = Record<string, { schema: ApiSchema; example?: unknown }>;

export interface ApiSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, ApiSchema>;
  required?: string[];
  items?: ApiSchema;
  additionalProperties?: ApiSchema | boolean;
  anyOf?: ApiSchema[];
  enum?: (string | null)[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** The two documents by the prefix of their anchors. */
export function apiDocuments(): Record<'service' | 'gateway', ApiDocument> {
  return {
    service: serviceDocument() as unknown as ApiDocument,
    gateway: gatewayDocument() as unknown as ApiDocument,
  };
}
