import { useEffect, useState } from 'react';

/** Whether it is too early to show a part of what is loading: what arrives within a second appears as a whole. */
export function usePatience(): boolean {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), 1_000);
    return () => clearTimeout(timer);
  }, []);
  return patient;
}
