import { clip } from '#dashboard/lib/truncate.ts';
import { CopyId } from '#dashboard/ui/copy-id.tsx';

/** An id with its middle left out, and whole on paper, where nothing can be copied. */
export function WholeId({ id, name }: { id: string; name: string }) {
  return (
    <>
      <span className="-my-1 inline-flex max-w-full align-middle print:hidden">
        <CopyId id={id} name={name} />
      </span>
      <bdi aria-hidden className="hidden font-mono text-label wrap-anywhere print:inline">
        {clip(id, 500)}
      </bdi>
    </>
  );
}
