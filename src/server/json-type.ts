/** Whether a Content-Type names JSON and no other type; parameters don't matter. */
export function isJsonType(contentType: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType);
}
