/** Names what is loading. */
export const LabeledSpinner = ({ label }: { label: string }) => (
  <div role="status" className="flex min-h-[40dvh] items-center justify-center">
    <svg viewBox="0 0 48 48" className="size-12 animate-spin text-brand" aria-hidden="true">
      <circle
        cx="24"
        cy="24"
        r="20"
        fill="none"
        stroke="currentColor"
        strokeOpacity=".2"
        strokeWidth="4"
      />
      <path
        d="M24 4a20 20 0 0 1 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
    <span className="visually-hidden">{label}</span>
  </div>
)

/** Shown while a page or the session loads. */
export const Spinner = () => <LabeledSpinner label="Loading" />
