const bare = (folded: string) =>
  `replace(lower(regexp_replace(normalize(${folded}, NFKD), '[\\u0300-\\u036f]', '', 'g')), 'ς', 'σ')`;

/** Folds what searches compare as fold.ts does now: without accents, and with one sigma. PostgreSQL knows accents in UTF-8 only. */
export const sql = `
update service.token set name_folded = ${bare('name_folded')}, symbol_folded = ${bare('symbol_folded')}
where getdatabaseencoding() = 'UTF8' and name_folded || symbol_folded ~ '[^ -~]';
`;
