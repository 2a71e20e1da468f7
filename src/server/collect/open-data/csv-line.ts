/**
 * The fields of one CSV record (RFC 4180: fields in quotes may hold commas and doubled quotes). Records that span lines
 * are not for this reader: the files it is made for have none.
 */
export function csvFields(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const fields: string[] = [];
  for (let at = 0; at <= line.length;) {
    const { field, end } = line[at] === '"' ? quotedField(line, at) : plainField(line, at);
    fields.push(field);
    at = end + 1;
  }
  return fields;
}

function plainField(line: string, start: number): { field: string; end: number } {
  const comma = line.indexOf(',', start);
  const end = comma < 0 ? line.length : comma;
  return { field: line.slice(start, end), end };
}

function quotedField(line: string, start: number): { field: string; end: number } {
  let close = line.indexOf('"', start + 1);
  while (close >= 0 && line[close + 1] === '"') close = line.indexOf('"', close + 2);
  if (close < 0) close = line.length;
  const comma = line.indexOf(',', close);
  return { field: line.slice(start + 1, close).replaceAll('""', '"'), end: comma < 0 ? line.length : comma };
}
