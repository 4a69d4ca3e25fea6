/** Whether a request accepts a response in an encoding. */
export function accepts(request: Request, encoding: string): boolean {
  return (request.headers.get('accept-encoding') ?? '').split(',').some((part) => {
    const [name, ...parameters] = part.trim().split(';');
    return (
      name?.trim().toLowerCase() === encoding && !parameters.some((text) => /^\s*q=0(\.0*)?\s*$/.test(text))
    );
  });
}
