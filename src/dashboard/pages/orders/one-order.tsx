import { useRef, useState } from 'react';
import { nameOfMember, useMemberIndex } from '#dashboard/api/members/members.ts';
import { idProblem } from '#dashboard/api/operations/order-lines.ts';
import { CancelOrderDialog } from '#dashboard/forms/cancel-order-dialog.tsx';
import { focusField } from '#dashboard/forms/error-summary.tsx';
import { TextField } from '#dashboard/forms/text-field.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';

const FIELDS = [
  { name: 'member', label: 'Member ID' },
  { name: 'order', label: 'Order ID' },
] as const;

/** One order by its two ids. */
export function OneOrder({ member, order }: { member: string; order: string }) {
  const isHydrated = useHydrated();
  const [typed, setTyped] = useState({ member, order });
  const [tried, setTried] = useState(false);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const ids = { member: typed.member.trim(), order: typed.order.trim() };
  const wrong = FIELDS.find(({ name }) => idProblem(ids[name]));
  const known = useMemberIndex(open).byId.get(ids.member);
  const errorOf = (name: 'member' | 'order') => {
    const problem = tried && idProblem(ids[name]);
    return problem ? `The ${name} ID ${problem}.` : undefined;
  };
  return (
    <Panel title="One order" className="max-w-xl">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (wrong) focusField(wrong.name);
          else setOpen(true);
        }}
        className="flex flex-col gap-4 p-4"
      >
        {/* What is typed before the page answers would be lost. */}
        <fieldset disabled={!isHydrated} className="contents">
          {FIELDS.map((field) => (
            <TextField
              key={field.name}
              {...field}
              error={errorOf(field.name)}
              text={typed[field.name]}
              onText={(text) => setTyped({ ...typed, [field.name]: text })}
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
