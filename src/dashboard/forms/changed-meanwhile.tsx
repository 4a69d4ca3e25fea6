import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { GATEWAY_CODES } from '#contract/session.ts';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Refused } from './refused.tsx';

const CONFLICTS: readonly (string | undefined)[] = [
  GATEWAY_CODES.followUpChanged,
  GATEWAY_CODES.collateralChanged,
  GATEWAY_CODES.changedMeanwhile,
];

interface ChangedMeanwhileProps {
  /** Says that nothing was saved; `error` says why. */
  refusal: string;
  error: Error | null;
  /** Whether someone else has changed the record since: `title` says so, and `children` what it says now. */
  isChanged: boolean;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** Why a record was not saved, and what someone else made of it meanwhile: in one message if that is the reason. */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { refusal, error, isChanged, title, action, children } = props;
  const isReason = isChanged && error instanceof ApiError && CONFLICTS.includes(error.code);
  return (
    <>
      {error && !isReason && <Refused title={refusal} error={error} />}
      {isChanged && (
        <Banner
          tone={isReason ? 'danger' : 'warning'}
          title={isReason ? `${refusal}. ${title}` : title}
          action={action}
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
export function useChangedMeanwhile(edited: Edited): boolean {
  const { saving, present, version, isTyped, isSent } = edited;
  const isChanged = version !== present && !saving.isPending;
  const isOwn = isChanged && (isTyped || isSent);
  const goOn = useEffectEvent(() => {
    if (isTyped && saving.error) return edited.onSaved();
    edited.onPresent();
    saving.reset();
  });
  useEffect(() => {
    if (isOwn) goOn();
  }, [isOwn]);
  return isChanged && !isOwn;
}
