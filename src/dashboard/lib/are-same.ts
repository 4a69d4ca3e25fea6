/** Whether two objects hold the same under the same names. */
export function areSame(one: object, other: object): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && Object.is(one[name as never], other[name as never]))
  );
}
