import { afterEach, beforeEach, vi } from 'vitest';

/** A file that the page gave to the browser to be saved. */
interface SavedFile {
  name: string;
  text(): Promise<string>;
}

/** Every file that is saved during a test, in their order; nothing reaches the disk. */
export function savedFilesOfFile(): SavedFile[] {
  const saved: SavedFile[] = [];
  beforeEach(() => {
    saved.length = 0;
    let blob = new Blob();
    URL.createObjectURL = (of) => {
      blob = of as Blob;
      return 'blob:';
    };
    URL.revokeObjectURL = () => {};
    const click = HTMLAnchorElement.prototype.click;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (!this.download) return click.call(this);
      const file = blob;
      saved.push({ name: this.download, text: () => textOf(file) });
    });
  });
  afterEach(() => void vi.restoreAllMocks());
  return saved;
}

/** A Blob of the test's document has no text() of its own. */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}
