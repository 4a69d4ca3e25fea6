import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { GATEWAY_CODES } from '#contract/session.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Refused } from './refused.tsx';

const { followUpChanged, collateralChanged, changedMeanwhile } = GATEWAY_CODES;
const CONFLICTS: readonly (string | undefined)[] = [followUpChanged, collateralChanged, changedMeanwhile];

interface ChangedMeanwhileProps extends ReturnType<typeof useChangedMeanwhile> {
  /** Says that nothing was saved. */
  refusal: string;
  /** Says that someone else has changed the record since; `children` says what is in it now. */
  title: string;
  /** Moves the focus on once the button for keeping one's own is gone. */
  focus: () => void;
  /** What else can be done. */
  action?: ReactNode;
  children: ReactNode;
}

/** Why a record was not saved, and what someone else made of it meanwhile: in one message if that is the reason. */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { refusal, error, isChanged, keepMine, focus, title, action, children } = props;
  const isReason = isChanged && error instanceof ApiError && CONFLICTS.includes(error.code);
  const keep = () => {
    keepMine();
    focus();
  };
  return (
    <>
      {error && !isReason && <Refused title={refusal} error={error} />}
      {isChanged && (
        <Banner
          tone={isReason ? 'danger' : 'warning'}
          title={isReason ? `${refusal}. ${title}` : title}
          action={
            <span className="flex flex-wrap gap-2">
              {action}
              <Button onClick={keep}>Keep mine</Button>
            </span>
          }
        >
          {children}
        </Banner>
      )}
    </>
  );
}

interface Edited {
  /** How far the save has come. */
  saving: { isPending: boolean; error: Error | null; reset: () => void };
  /** The version that the record has now, and the one that is being edited; or what each of them says. */
  present: number | string;
  version: number | string;
  /** Whether the record says now what is in the form, or what was sent last. */
  isTyped: boolean;
  isSent: boolean;
  /** Goes on from the present version. */
  onPresent: () => void;
  onSaved: () => void;
}

/**
 * Whether someone else has changed the record that is being edited. A save whose answer was lost is one's own change: it
 * ends the form, unless more has been typed since.
 */
export function useChangedMeanwhile(edited: Edited) {
  const { saving, present, version, isTyped, isSent } = edited;
  const isChanged = version !== present && !saving.isPending;
  const isOwn = isChanged && (isTyped || isSent);
  const keepMine = () => {
    edited.onPresent();
    saving.reset();
  };
  const goOn = useEffectEvent(() => (isTyped && saving.error ? edited.onSaved() : keepMine()));
  useEffect(() => {
    if (isOwn) goOn();
  }, [isOwn]);
  return { error: saving.error, isChanged: isChanged && !isOwn, keepMine };
}
