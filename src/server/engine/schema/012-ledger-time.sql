-- Imports are ordered by when they were written. A load that is begun again in the second in which it ended counts as begun.
ALTER TABLE imports MODIFY COLUMN at DateTime64(6, 'UTC') DEFAULT now64(6)
