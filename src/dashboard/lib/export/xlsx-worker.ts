import { type BookPart, createBook } from './xlsx-book.ts';

const book = createBook();

/** Makes a workbook of the parts it is sent; `finish` has it returned, or null if that fails. */
self.addEventListener('message', async ({ data }: MessageEvent<BookPart | 'finish'>) => {
  if (data !== 'finish') return book.write(data);
  self.postMessage(await book.finish().catch(() => null));
});
