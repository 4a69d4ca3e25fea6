import { useRef, useState } from 'react';
import { nameOfMember, useMemberIndex } from '#dashboard/api/members/members.ts';
import { idProblem } from '#dashboard/api/operations/order-lines.ts';
import { CancelOrderDialog } from '#dashboard/forms/cancel-order-dialog.tsx';
import { focusField } from '#dashboard/forms/error-summary.tsx';
import { TextField } from '#dashboard/forms/text-field.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';

const FIELDS = ['member', 'order'] as const;

export function OneOrder({ member, order }: { member: string; order: string }) {
  const isHydrated = useHydrated();
  const [typed, setTyped] = useState({ member, order });
  const [tried, setTried] = useState(false);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const ids = { member: typed.member.trim(), order: typed.order.trim() };
  const wrong = FIELDS.find((name) => idProblem(ids[name]));
  const known = useMemberIndex(open).byId.get(ids.member);
  return (
    <Panel title="One order" className="max-w-xl">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (wrong) focusField(wrong);
          else setOpen(true);
        }}
        className="flex flex-col gap-4 p-4"
      >
        {/* What is typed before the page answers would be lost. */}
        <fieldset disabled={!isHydrated} className="contents">
          {FIELDS.map((name) => (
            <TextField
              key={name}
              name={name}
              label={name === 'member' ? 'Member ID' : 'Order ID'}
              error={tried && idProblem(ids[name]) ? `The ${name} ID ${idProblem(ids[name])}.` : undefined}
              text={typed[name]}
              onText={(text) => setTyped({ ...typed, [name]: text })}
              mono
            />
          ))}
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
