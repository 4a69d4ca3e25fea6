import { useRef, useState } from 'react';
import { nameOfMember, useAllMembers } from '#dashboard/api/members/members.ts';
import { idProblem } from '#dashboard/api/operations/order-lines.ts';
import { CancelOrderDialog } from '#dashboard/forms/cancel-order-dialog.tsx';
import { focusField } from '#dashboard/forms/error-summary.tsx';
import { TextField } from '#dashboard/forms/text-field.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';

/** One order by its two ids. */
export function OneOrder({ member: given, order: asked }: { member: string; order: string }) {
  const isHydrated = useHydrated();
  const [member, setMember] = useState(given);
  const [order, setOrder] = useState(asked);
  const [tried, setTried] = useState(false);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const ids = { member: member.trim(), order: order.trim() };
  const trouble = { member: idProblem(ids.member), order: idProblem(ids.order) };
  const { rows } = useAllMembers(open);
  const known = rows.find(({ _id, user }) => _id === ids.member || user._id === ids.member);
  const errorOf = (which: 'member' | 'order') =>
    tried && trouble[which] ? `The ${which} ID ${trouble[which]}.` : undefined;
  return (
    <Panel title="One order" className="max-w-xl">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (trouble.member || trouble.order) focusField(trouble.member ? 'member' : 'order');
          else setOpen(true);
        }}
        className="flex flex-col gap-4 p-4"
      >
        {/* What is typed before the page answers would be lost. */}
        <fieldset disabled={!isHydrated} className="contents">
          <TextField
            name="member"
            label="Member ID"
            error={errorOf('member')}
            text={member}
            onText={setMember}
            mono
          />
          <TextField
            name="order"
            label="Order ID"
            error={errorOf('order')}
            text={order}
            onText={setOrder}
            mono
          />
          <div>
            <Button look="primary" ref={opener} type="submit">
              Cancel this order…
            </Button>
          </div>
        </fieldset>
      </form>
      {open && (
        <CancelOrderDialog
          member={{ id: ids.member, name: known && nameOfMember(known.user) }}
          order={ids.order}
          opener={opener}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  );
}
