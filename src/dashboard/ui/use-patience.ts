import { useEffect, useState } from 'react';

/** Whether it is too soon to show a part of what is being loaded: what is there within a moment comes whole. */
export function usePatience(): boolean {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), 1_000);
    return () => clearTimeout(timer);
  }, []);
  return patient;
}
