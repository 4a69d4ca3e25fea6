import { useEffect, useState } from 'react';

/** How long a load may take before its parts are shown. */
const PATIENCE_MS = 1_000;

/** Whether it is too soon to show a part of what is being loaded: what is there within a moment comes whole. */
export function usePatience(): boolean {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return patient;
}
