// A ClickHouse node that listens, from the same library that the embedded engine is: the child process of
// service-process.ts and clickhouse-cluster.ts. Arguments: data folder, configuration file, protocols (HTTP unless given).
import { libchdbPath } from 'chdb/libchdb';
import { DataType, load, open } from 'ffi-rs';

const [folder, config, ...protocols] = process.argv.slice(2);
const statements = [
  ...(protocols.length > 0 ? protocols : ['HTTP']).map((protocol) => `SYSTEM START LISTEN ${protocol}`),
  // keeps the node up; the parent ends it
  'SELECT sleepEachRow(1) FROM numbers(3600) SETTINGS function_sleep_max_microseconds_per_block = 3600000000, max_block_size = 1 FORMAT Null',
];
const args = [
  'clickhouse',
  '--multiquery',
  `--path=${folder}`,
  `--config-file=${config}`,
  `--query=${statements.join('; ')}`,
];

open({ library: 'chdb', path: libchdbPath() });
load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [args.length, args],
});
