/** Makes the files that a system needs for a JavaScript runtime with musl: by their place in that system. */
export function muslRuntime(): Record<string, string>
