/** Whether a Content-Type says that a body is JSON: one type, whatever its parameters. */
export function isJsonType(contentType: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType);
}
