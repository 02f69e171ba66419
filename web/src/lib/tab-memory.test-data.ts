/** An empty tab storage for tests that run without a browser. */
export function emptyTab(): Storage {
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  }
  // A browser's storage exposes its keys as its own properties.
  return new Proxy(kept, {
    get: (target, name) =>
      (name in methods ? Reflect.get(methods, name) : Reflect.get(target, name)) as unknown,
  }) as unknown as Storage
}
