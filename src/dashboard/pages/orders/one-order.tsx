import { useRef, useState } from 'react';
import { nameOfMember, useAllMembers } from '#dashboard/api/members.ts';
import { CancelOrderDialog } from '#dashboard/forms/cancel-order-dialog.tsx';
import { idProblem } from '#dashboard/lib/order-lines.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Field, inputClass } from '#dashboard/ui/field.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';

/** One order by its two ids. */
export function OneOrder({ member: given }: { member: string }) {
  const [member, setMember] = useState(given);
  const [order, setOrder] = useState('');
  const [tried, setTried] = useState(false);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const ids = { member: member.trim(), order: order.trim() };
  const trouble = { member: idProblem(ids.member), order: idProblem(ids.order) };
  const { rows } = useAllMembers(open);
  const known = rows.find(({ _id, user }) => _id === ids.member || user?._id === ids.member);
  const field = (which: 'member' | 'order', value: string, change: (text: string) => void) => (
    <Field
      label={which === 'member' ? 'Member ID' : 'Order ID'}
      error={tried && trouble[which] ? `The ${which} ID ${trouble[which]}.` : undefined}
    >
      {(wiring) => (
        <input
          {...wiring}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change(event.target.value)}
          className={`${inputClass} font-mono`}
        />
      )}
    </Field>
  );
  return (
    <Panel title="One order" className="max-w-xl">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!trouble.member && !trouble.order) setOpen(true);
        }}
        className="flex flex-col gap-4 p-4"
      >
        {field('member', member, setMember)}
        {field('order', order, setOrder)}
        <div>
          <Button look="primary" ref={opener} type="submit">
            Cancel this order…
          </Button>
        </div>
      </form>
      {open && (
        <CancelOrderDialog
          member={{ id: ids.member, name: nameOfMember(known?.user) }}
          order={ids.order}
          opener={opener}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  );
}
