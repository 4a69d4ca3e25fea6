export function Mark() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-section tracking-[-0.01em]">
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <g fill="none" strokeWidth="3.2" className="stroke-on-accent">
          <path d="M10 25V7h7.5a6 6 0 0 1 0 12H10" strokeLinejoin="round" />
          <path d="M14.6 13h3" strokeLinecap="round" />
        </g>
      </svg>
      Pledge
    </span>
  );
}
