#!/usr/bin/env python3
"""Reads every file under a folder with mrz-scan on Apache Spark and writes the results as Parquet.

    spark-submit spark_job.py --program /usr/local/bin/mrz-scan --input /data/scans --output /data/results.parquet

Each task starts one `mrz-scan pipe`, hands it the paths of its share of the files, and yields one row for every result
line. The files have to be where the executors can open them under the same path: a shared file system, or an object
store mounted as one. With --content Spark reads the files itself, from anywhere that it can, and passes them on as
base64.

A task that is lost with its executor is run again elsewhere by Spark, from its first file: `pipe` keeps nothing, so it
gives the same rows again, and the committer of the Parquet files takes the rows of one attempt only.
"""
import argparse
import base64
import json
import subprocess
import threading

from pyspark.sql import SparkSession
from pyspark.sql.types import IntegerType, StringType, StructField, StructType

SCHEMA = StructType([
    StructField("source", StringType(), False),
    StructField("page", IntegerType()),
    StructField("index", IntegerType()),
    StructField("status", StringType(), False),
    StructField("format", StringType()),
    StructField("lines", StringType()),
    StructField("error", StringType()),
    # Everything that docs/results.md describes, as it was written.
    StructField("result", StringType(), False),
])


def read(program, requests):
    """Rows for the requests of one task, in their order."""
    # No request is no work: an empty partition starts nothing.
    first = next(requests, None)
    if first is None:
        return
    process = subprocess.Popen([program, "pipe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    failures = []

    def feed():
        # A line is answered before the next is read: writing and reading need a thread each.
        try:
            # Closed in any case: the program waits for more otherwise, and this task for the program.
            with process.stdin:
                process.stdin.write(first)
                for request in requests:
                    process.stdin.write(request)
        except BrokenPipeError:
            pass
        except Exception as error:
            failures.append(error)

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    try:
        for line in process.stdout:
            answer = json.loads(line)
            for result in answer["results"]:
                yield (
                    answer.get("id", result["source"]), result.get("page"), result.get("index"), result["status"],
                    result.get("format"), "\n".join(result["lines"]) if "lines" in result else None,
                    result.get("error", {}).get("code"), json.dumps(result, ensure_ascii=False))
        feeder.join()
        if failures:
            raise failures[0]
        # An error of one file is a row. A program that failed is an exception: Spark runs the task again.
        if process.wait() != 0:
            raise RuntimeError(f"mrz-scan pipe ended with {process.returncode}")
    finally:
        process.kill()
        process.wait()


def path_request(path):
    return (json.dumps({"id": path, "path": path}) + "\n").encode()


def content_request(item):
    path, content = item
    return (json.dumps({"id": path, "image": base64.b64encode(content).decode()}) + "\n").encode()


def paths_under(folder):
    """The paths of all files, found by the driver alone."""
    import os
    for parent, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            yield os.path.join(parent, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="mrz-scan")
    parser.add_argument("--input", required=True, help="a folder; with --content anything that Spark can read")
    parser.add_argument("--output", required=True)
    parser.add_argument("--tasks", type=int, help="shares of the work; by default eight for each core")
    parser.add_argument("--content", action="store_true", help="let Spark read the files")
    options = parser.parse_args()

    spark = SparkSession.builder.appName("mrz-scan").getOrCreate()
    context = spark.sparkContext
    # Small shares: what is lost with an executor is small, and the last task does not keep the others waiting.
    tasks = options.tasks or 8 * context.defaultParallelism
    program = options.program
    if options.content:
        files = context.binaryFiles(options.input, tasks).repartition(tasks)
        requests = files.map(lambda item: content_request((item[0], bytes(item[1]))))
    else:
        requests = context.parallelize(list(paths_under(options.input)), tasks).map(path_request)
    rows = requests.mapPartitions(lambda share: read(program, iter(share)))
    spark.createDataFrame(rows, SCHEMA).write.mode("overwrite").parquet(options.output)
    spark.stop()


if __name__ == "__main__":
    main()
