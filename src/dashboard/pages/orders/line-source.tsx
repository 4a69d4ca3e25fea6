import FileUp from 'lucide-react/icons/file-up';
import X from 'lucide-react/icons/x';
import { type DragEvent, useRef, useState } from 'react';
import { MAX_RUN_LINES } from '#contract/runs.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Field, inputClass } from '#dashboard/ui/field.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import type { RunDraft } from './run-draft.ts';

interface LineSourceProps {
  draft: RunDraft;
  change: (change: Partial<RunDraft>) => void;
  oneMember: boolean;
}

export function LineSource({ draft, change, oneMember }: LineSourceProps) {
  const [over, setOver] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  /** The file that was given last: an earlier one may take longer to read. */
  const latest = useRef<File>(undefined);
  /** What a file takes the place of. */
  const pasted = useRef(draft.file === null ? draft.text : '');
  const take = async (file: File | undefined) => {
    if (!file) return;
    latest.current = file;
    const name = clip(file.name, 80);
    if (file.size > 20_000_000) return setTrouble(`${name} is too large. The limit is 20 MB.`);
    try {
      const text = await textOf(file);
      if (latest.current !== file) return;
      if (text.trim() === '') return setTrouble(`${name} is empty.`);
      change({ text, file: file.name });
      setTrouble(null);
    } catch {
      if (latest.current === file) setTrouble(`${name} couldn’t be read. Drop it again, or paste its lines.`);
    }
  };
  const drop = (files: FileList) => {
    if (files.length > 1) setTrouble(`Drop one file at a time. None of these ${files.length} was read.`);
    else void take(files[0]);
  };
  const drag = (event: DragEvent, isOver: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(isOver);
  };
  const columns = oneMember
    ? 'Order IDs, on lines of their own or side by side'
    : 'One member ID and one order ID per line';
  return (
    <Panel
      title="Orders"
      aside={
        <Button
          ref={chooser}
          icon={<FileUp size={16} aria-hidden />}
          onClick={() => input.current?.click()}
          className="h-8! px-2.5!"
        >
          Choose a file
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the button above */}
      <div
        onDragEnter={(event) => drag(event, true)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          drop(event.dataTransfer.files);
        }}
        className={`p-4 ${over ? 'bg-accent-soft' : ''}`}
      >
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.tsv,text/*"
          aria-label="File of orders"
          className="hidden"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        {draft.file === null ? (
          <Field
            label="Paste lines, or drop a CSV file here"
            help={`${columns}, separated by a comma, tab, semicolon or space. Header optional. Up to ${formatCount(MAX_RUN_LINES)} lines.`}
            error={trouble ?? undefined}
          >
            {(wiring) => (
              <textarea
                {...wiring}
                rows={7}
                value={draft.text}
                spellCheck={false}
                autoComplete="off"
                wrap="off"
                onChange={(event) => {
                  setTrouble(null);
                  pasted.current = event.target.value;
                  change({ text: pasted.current });
                }}
                className={`${inputClass} h-auto! resize-y py-2 font-mono text-label!`}
              />
            )}
          </Field>
        ) : (
          <>
            <div className="flex min-h-11 items-center justify-between gap-3 rounded-control border border-border px-3">
              <p className="min-w-0 truncate">
                From <strong className="font-medium">{clip(draft.file, 120)}</strong>
              </p>
              <Button
                look="quiet"
                icon={<X size={16} aria-hidden />}
                onClick={() => {
                  setTrouble(null);
                  change({ text: pasted.current, file: null });
                  // The button that was pressed goes with the file.
                  chooser.current?.focus();
                }}
              >
                Remove
              </Button>
            </div>
            {trouble && (
              <p role="alert" className="mt-1.5 text-danger text-table wrap-anywhere">
                {trouble}
              </p>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

/** What a file says: UTF-8, or UTF-16 where it begins with its mark, as Excel saves “Unicode Text”. */
async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = `${bytes[0]} ${bytes[1]}`;
  const encoding = { '255 254': 'utf-16le', '254 255': 'utf-16be' }[mark] ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
