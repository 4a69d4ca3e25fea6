import Columns3 from 'lucide-react/icons/columns-3';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import type { ColumnChoice } from './table-state.ts';

const Panel = lazyPanel<{ choice: ColumnChoice<never> }>(() =>
  import('./column-panel.tsx').then((module) => module.ColumnPanel),
);

export function ColumnChooser<Row>({ choice }: { choice: ColumnChoice<Row> }) {
  return (
    <PopoverButton
      label="Columns"
      className={buttonClass()}
      prepare={Panel.approach}
      panel={() => <Panel choice={choice as unknown as ColumnChoice<never>} />}
    >
      <Columns3 size={16} aria-hidden />
      Columns
    </PopoverButton>
  );
}
