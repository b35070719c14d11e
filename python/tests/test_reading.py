import array
import copy
import ctypes
import dataclasses
import datetime
import inspect
import io
import json
import multiprocessing
import os
import pathlib
import pickle
import subprocess
import sys
import threading
import typing
import unittest
import unittest.mock

import mrz_scan

SAMPLES = pathlib.Path(os.environ["SAMPLES"])
PASSPORT = SAMPLES / "td3/001-rotation-1.jpg"
CARD = SAMPLES / "td1/002-perspective-1.jpg"
UNMATCHED = SAMPLES / "negatives/184-listing.jpg"
LABELS = {
    label["image"]: label
    for label in map(json.loads, (SAMPLES / "labels.jsonl").read_text(encoding="utf-8").splitlines())
}


def label(path):
    return LABELS[str(path.relative_to(SAMPLES))]


def library(name):
    """A module that may be absent; tests of what takes its objects are skipped then."""
    try:
        return __import__(name)
    except ImportError:
        return None


def read_alone(path):
    """What a worker process does."""
    return mrz_scan.read(path)


class ReadingTests(unittest.TestCase):
    def read_well(self, results, path=PASSPORT):
        self.assertEqual([list(result.lines) for result in results], [label(path)["lines"]])
        self.assertTrue(results[0].verified)

    def test_paths_bytes_and_files_read_alike(self):
        data = PASSPORT.read_bytes()
        for source in (PASSPORT, str(PASSPORT), data, bytearray(data), memoryview(data), io.BytesIO(data)):
            self.read_well(mrz_scan.read(source))
        with open(PASSPORT, "rb") as file:
            results = mrz_scan.read(file)
        self.read_well(results)
        self.assertEqual(results[0].source, str(PASSPORT))
        self.assertEqual(mrz_scan.read(PASSPORT, name="here")[0].source, "here")
        self.assertEqual(mrz_scan.read(data)[0].source, "")

    def test_results_say_what_their_json_says(self):
        result = mrz_scan.read(PASSPORT)[0]
        value = json.loads(result.json)
        self.assertEqual(result.to_dict(), value)
        for name in ("schema", "source", "page", "index", "status", "format", "checks", "assurance", "rotation"):
            self.assertEqual(getattr(result, name), value[name])
        for name, text in value["fields"].items():
            self.assertEqual(getattr(result.fields, name), text)
        self.assertEqual([list(corner) for corner in result.quad], value["quad"])
        self.assertEqual(result.quality.pitch, value["quality"]["pitch"])
        self.assertIsNone(result.error)
        self.assertIsNone(result.accessKeys)

    def test_a_name_changes_nothing_else(self):
        for source in (PASSPORT, SAMPLES, "/nowhere/at/all.jpg"):
            found, named = (mrz_scan.Reader().results(source, name=name)[0] for name in (None, 'a "name"/\u00fc'))
            self.assertEqual(named.source, 'a "name"/\u00fc')
            self.assertEqual(named.json, json.dumps(named.to_dict(), ensure_ascii=False, separators=(",", ":")))
            # All but the times, which differ.
            self.assertEqual(mrz_scan._results.renamed(found, named.source), named)
        with self.assertRaises(mrz_scan.ReadError):
            mrz_scan.read("/nowhere/at/all.jpg", name="name")

    def test_what_is_replaced_is_replaced_in_the_json(self):
        result = mrz_scan.read(PASSPORT)[0]
        self.assertEqual(dataclasses.replace(result).json, result.json)
        fields = dataclasses.replace(result.fields, surname="A")
        other = dataclasses.replace(result, source="here", fields=fields, quad=None)
        value = result.to_dict()
        del value["quad"]
        self.assertEqual(other.to_dict(), dict(value, source="here", fields=dict(value["fields"], surname="A")))
        self.assertEqual(mrz_scan.Result.of(other.json), other)

    def test_a_null_byte_does_not_cut_names_off(self):
        path = f"{PASSPORT}\0.png"
        for call in (
            lambda: mrz_scan.read(path), lambda: mrz_scan.read(PASSPORT, name="a\0b"),
            lambda: mrz_scan.read(b"", name="a\0b"), lambda: mrz_scan.parse("", name="a\0b"), lambda: mrz_scan.Reader(model=path),
            lambda: mrz_scan.Reader(heif_program=path), lambda: mrz_scan.Reader(today="2026-02-28\0"),
            lambda: next(mrz_scan.live("/dev/video0\0"))
        ):
            with self.assertRaisesRegex(ValueError, "embedded null byte"):
                call()

    def test_every_key_is_a_member(self):
        inputs = [PASSPORT, CARD, UNMATCHED, b"no picture"]
        found = [results[0] for results in mrz_scan.read_many(inputs, access_keys=True)]
        found += mrz_scan.parse("\n".join(label(PASSPORT)["lines"]))
        for result in found:
            value = result.to_dict()
            pairs = [(value, result), *zip(value.get("reasons", []), result.reasons)]
            pairs += [(value[name], getattr(result, name)) for name in ("fields", "quality", "timing", "error") if name in value]
            for keys, members in pairs:
                for name in keys:
                    self.assertTrue(hasattr(members, name), name)
        self.assertEqual(list(found[2].unmatchedLines), found[2].to_dict()["unmatchedLines"])
        self.assertEqual(found[0].unmatchedLines, ())

    def test_descriptions_hold_no_personal_data(self):
        result = mrz_scan.read(PASSPORT)[0]
        for text in (repr(result), str(result), repr(result.fields)):
            for value in (*result.lines, result.fields.surname, result.fields.documentNumber):
                self.assertNotIn(value, text)

    def test_what_cannot_be_read_is_an_exception(self):
        for source, code in ((b"", "is_empty"), (b"no picture", "not_an_image"), ("/nowhere/at/all.jpg", "not_found")):
            with self.assertRaises(mrz_scan.ReadError) as caught:
                mrz_scan.read(source)
            self.assertEqual(caught.exception.code, code)
            self.assertEqual(caught.exception.results[0].status, "error")
        for source in (12, None, io.StringIO("text")):
            with self.assertRaises(TypeError):
                mrz_scan.read(source)

    def test_exceptions_can_be_copied_and_pickled(self):
        with self.assertRaises(mrz_scan.ReadError) as caught:
            mrz_scan.read(b"no picture")
        for error in (caught.exception, mrz_scan.MRZScanError("camera_lost", "The camera was lost.")):
            for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
                self.assertIs(type(again), type(error))
                self.assertEqual((again.code, again.message, str(again)), (error.code, error.message, str(error)))
        self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).results, caught.exception.results)

    def test_results_are_members_of_sets(self):
        results = mrz_scan.read(PASSPORT)
        self.assertEqual(set(results + mrz_scan.read(PASSPORT)), set(results))
        self.assertNotIn(mrz_scan.read(CARD)[0], set(results))

    def test_types_can_be_asked_for(self):
        from mrz_scan.compat import fastmrz, passporteye

        for module in (mrz_scan, fastmrz, passporteye):
            for name in module.__all__:
                value = getattr(module, name)
                members = [member for member in vars(value).values() if inspect.isfunction(member)]
                for member in (value, *members):
                    typing.get_type_hints(member)
        self.assertIs(typing.get_type_hints(mrz_scan.Result)["source"], str)

    def test_processes_hand_back_results_and_exceptions(self):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            self.read_well(pool.apply_async(read_alone, (str(PASSPORT),)).get(60))
            with self.assertRaises(mrz_scan.ReadError) as caught:
                pool.apply_async(read_alone, (b"no picture",)).get(60)
        self.assertEqual(caught.exception.results[0].status, "error")

    def test_readers_and_live_scans_are_not_copied(self):
        for made in (mrz_scan.Reader(), mrz_scan.LiveScan()):
            for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "every process makes its own"):
                    attempt(made)

    def test_wrong_options_are_exceptions(self):
        for options, code in (
            ({"today": "2026-02-30"}, "invalid_argument"), ({"model": "/nowhere/at/all"}, "model_missing")
        ):
            with self.assertRaises(mrz_scan.MRZScanError) as caught:
                mrz_scan.Reader(**options)
            self.assertEqual(caught.exception.code, code)
        for limit in (-1, 1 << 64):
            for name in ("max_bytes", "max_pixels", "max_pages"):
                with self.assertRaises(ValueError):
                    mrz_scan.Reader(**{name: limit})
        with self.assertRaises(TypeError):
            mrz_scan.Reader(no_such_option=1)

    def test_options_are_heeded(self):
        self.assertIn("expired", mrz_scan.read(PASSPORT, today="2028-02-28")[0].warnings)
        self.assertNotIn("expired", mrz_scan.read(PASSPORT, today="2026-02-28")[0].warnings)
        night = datetime.datetime(2028, 2, 28, 23, 59)
        for day, is_expired in ((night, True), (night.date(), True), (night.replace(year=2026), False)):
            self.assertEqual("expired" in mrz_scan.read(PASSPORT, today=day)[0].warnings, is_expired)
        self.assertIn("kSeed", mrz_scan.read(PASSPORT, access_keys=True)[0].accessKeys)
        with self.assertRaises(mrz_scan.ReadError) as caught:
            mrz_scan.read(PASSPORT, max_pixels=1000)
        self.assertEqual(caught.exception.code, "too_many_pixels")

    def test_text_is_parsed(self):
        lines = label(PASSPORT)["lines"]
        result = mrz_scan.parse("before\n" + "\n".join(lines))[0]
        self.assertEqual((list(result.lines), result.textLine, result.verified), (lines, 2, True))
        self.assertEqual(mrz_scan.parse("nothing here")[0].status, "not_found")
        for text in (b"nothing here", None):
            with self.assertRaisesRegex(TypeError, "a text is expected"):
                mrz_scan.parse(text)

    def test_many_are_read_in_order_and_bad_ones_spoil_nothing(self):
        sources = [PASSPORT, "/nowhere/at/all.jpg", CARD, b"no picture"] * 5
        found = list(mrz_scan.read_many(sources, threads=3))
        self.assertEqual([results[0].status for results in found], ["verified", "error"] * 10)
        self.read_well(found[0])
        self.read_well(found[2], CARD)
        with self.assertRaises(mrz_scan.MRZScanError):
            list(mrz_scan.read_many([PASSPORT], model="/nowhere/at/all"))

    def test_wrong_arguments_of_many_are_told_at_the_call(self):
        for error, arguments in (
            (ValueError, {"threads": 0}), (TypeError, {"threads": 1.5}), (ValueError, {"channels": "xyz"}),
            (TypeError, {"no_such_option": 1}), (mrz_scan.MRZScanError, {"model": "/nowhere/at/all"})
        ):
            with self.assertRaises(error):
                mrz_scan.read_many([PASSPORT], **arguments)
        with self.assertRaises(TypeError):
            mrz_scan.read_many(None)
        with open(PASSPORT, "rb") as file:
            for one in (str(PASSPORT), pathlib.Path(PASSPORT), b"bytes", file):
                with self.assertRaisesRegex(TypeError, "several"):
                    mrz_scan.read_many(one)

    def test_options_that_are_none(self):
        with self.assertRaisesRegex(TypeError, "no option 'no_such_option'"):
            mrz_scan.Reader(no_such_option=1)
        for options in ({"access_keys": "no"}, {"today": 20300101}, {"max_bytes": "1"}):
            with self.assertRaises(TypeError):
                mrz_scan.Reader(**options)
        for timeout in (0, -1):
            with self.assertRaisesRegex(ValueError, "timeout"):
                next(mrz_scan.live(timeout=timeout))
        found = mrz_scan.read_many([b"no picture", None])
        self.assertEqual(next(found)[0].status, "error")
        with self.assertRaises(TypeError):
            next(found)

    def test_threads_share_readers_and_the_function(self):
        reader = mrz_scan.Reader()
        reader.load()
        found = []
        threads = [threading.Thread(target=lambda: found.append(reader.read(PASSPORT))) for _ in range(3)]
        threads += [threading.Thread(target=lambda: found.append(mrz_scan.read(PASSPORT))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(found), 6)
        for results in found:
            self.read_well(results)

    def test_a_forked_child_reads(self):
        program = (
            "import os, sys, mrz_scan\n"
            "mrz_scan.read(sys.argv[1])\n"
            "child = os.fork()\n"
            "if child == 0: os._exit(0 if mrz_scan.read(sys.argv[1])[0].verified else 1)\n"
            "status = os.waitpid(child, 0)[1]\n"
            "sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 2)\n"
        )
        self.assertEqual(subprocess.run([sys.executable, "-c", program, str(PASSPORT)]).returncode, 0)

    def test_rows_are_flat(self):
        rows = mrz_scan.rows(mrz_scan.read(PASSPORT) + mrz_scan.parse("nothing"))
        self.assertEqual(rows[0]["surname"], mrz_scan.read(PASSPORT)[0].fields.surname)
        self.assertEqual(rows[1]["status"], "not_found")
        self.assertEqual(rows[0].keys(), rows[1].keys())
        for value in rows[0].values():
            self.assertIsInstance(value, (str, int, float, bool, type(None)))

    def test_rows_are_those_of_csv(self):
        lines = label(PASSPORT)["lines"]
        wrong = mrz_scan.parse(lines[0] + "\n" + lines[1][:-1] + str((int(lines[1][-1]) + 1) % 10))[0]
        self.assertEqual(wrong.row()["reasons"], "checkDigit:composite@2.44")
        repaired = dict(mrz_scan.read(PASSPORT)[0].to_dict(), repairs=[
            {"line": 2, "column": 5, "read": "O", "used": "0", "reason": "alphabet"},
            {"line": 1, "column": 9, "used": "<", "reason": "gap"}])
        result = mrz_scan.Result.of(json.dumps(repaired))
        self.assertEqual(result.row()["repairs"], "alphabet@2.5 gap@1.9")
        self.assertEqual(
            [float(number) for number in result.row()["quad"].split(" ")], [x for corner in result.quad for x in corner])
        self.assertNotIn("kSeed", result.row())
        with_keys = mrz_scan.read(PASSPORT, access_keys=True)[0]
        for row, keys in zip(mrz_scan.rows([with_keys, wrong]), (with_keys.accessKeys, dict.fromkeys(with_keys.accessKeys))):
            self.assertEqual(list(row)[-8:-3], list(keys))
            self.assertEqual(list(row)[-3:], ["totalMs", "errorCode", "errorMessage"])
            self.assertEqual({name: row[name] for name in keys}, keys)

    def test_pixels_of_cameras(self):
        white = bytes([255]) * (64 * 48 * 2)
        for layout in ("gray", "yuyv", "nv12"):
            self.assertEqual(mrz_scan.Reader().read_pixels(white, 64, 48, layout)[0].status, "not_found")
        with self.assertRaises(mrz_scan.MRZScanError) as caught:
            mrz_scan.Reader().read_pixels(white, 64, 480, "yuyv")
        self.assertEqual(caught.exception.code, "invalid_argument")
        for buffer in (bytearray(white), memoryview(white), array.array("B", white)):
            self.assertEqual(mrz_scan.Reader().read_pixels(buffer, 64, 48, "yuyv")[0].status, "not_found")
        for wrong in ("text", None, 64 * 48):
            with self.assertRaisesRegex(TypeError, "bytes-like"):
                mrz_scan.Reader().read_pixels(wrong, 64, 48, "yuyv")
        for layout, stride in (("cmyk", 0), ("gray", -1), ("gray", 1 << 64)):
            with self.assertRaises(ValueError):
                mrz_scan.Reader().read_pixels(white, 64, 48, layout, stride=stride)

    def test_a_camera_that_is_not_there_is_an_exception(self):
        with self.assertRaises(mrz_scan.MRZScanError) as caught:
            next(mrz_scan.live("/dev/no-such-camera"))
        self.assertEqual(caught.exception.code, "camera_not_found")
        with self.assertRaises(ValueError):
            next(mrz_scan.live("/dev/no-such-camera", timeout=1e9))


    def test_progress_says_that_a_document_left(self):
        # What a camera says, call after call: whether a document left, and whether that is all.
        said = iter([(False, False), (False, False), (True, False), (False, True)])

        class Camera:
            def mrzscan_camera_open(self, *arguments):
                return 1

            def mrzscan_camera_next(self, camera, patience, status, error):
                status.hint, status.message = b"showDocument", b"Show the document."
                status.document_left, status.ended = next(said)
                return True

            def mrzscan_camera_free(self, camera):
                pass

        heard = []
        with unittest.mock.patch("mrz_scan._live.library", Camera()):
            self.assertEqual(list(mrz_scan.live(on_progress=heard.append)), [])
        self.assertEqual([status.documentLeft for status in heard], [False, True])


# Where they have to be there, nothing is skipped: what lacks them fails.
@unittest.skipUnless(
    os.environ.get("TEST_ARRAYS") == "required" or library("numpy") and library("PIL"), "needs NumPy and Pillow")
class ArrayTests(unittest.TestCase):
    def setUp(self):
        import numpy
        from PIL import Image

        self.numpy = numpy
        self.image = Image.open(PASSPORT)
        self.rgb = numpy.asarray(self.image.convert("RGB"))

    def read_well(self, results):
        self.assertEqual([list(result.lines) for result in results], [label(PASSPORT)["lines"]])

    def test_arrays_of_any_shape_read_alike(self):
        numpy, rgb = self.numpy, self.rgb
        gray = numpy.asarray(self.image.convert("L"))
        opaque = numpy.dstack([rgb, numpy.full(gray.shape, 255, "uint8")])
        for array in (gray, gray[:, :, None], rgb, opaque, numpy.asfortranarray(rgb), gray[:, 4:-4], rgb[:, 4:-4]):
            self.read_well(mrz_scan.read(array))
        self.read_well(mrz_scan.read(rgb[:, :, ::-1], channels="bgr"))
        self.read_well(mrz_scan.read(gray > 110))

    def test_one_array_or_picture_is_not_many(self):
        numpy, rgb = self.numpy, self.rgb
        for one in (rgb, rgb[:, :, 0], rgb[:, :, :1], self.image):
            with self.assertRaisesRegex(TypeError, "several"):
                mrz_scan.read_many(one)
        for results in mrz_scan.read_many(numpy.stack([rgb, rgb])):
            self.read_well(results)

    def test_other_arrays_are_refused(self):
        numpy = self.numpy
        for array in (self.rgb.astype("float32"), numpy.zeros((4,), "uint8"), numpy.zeros((4, 4, 2), "uint8"),
                      numpy.zeros((0, 4), "uint8")):
            with self.assertRaises(TypeError):
                mrz_scan.read(array)
        with self.assertRaises(ValueError):
            mrz_scan.read(self.rgb, channels="xyz")
        with self.assertRaises(ValueError):
            mrz_scan.read(PASSPORT, channels="xyz")

    def test_pictures_of_pillow_read_alike(self):
        for mode in ("RGB", "L", "RGBA", "P", "CMYK"):
            self.read_well(mrz_scan.read(self.image.convert(mode)))
        # Turned, with the metadata that says so.
        turned = self.image.rotate(90, expand=True)
        turned.getexif()[0x0112] = 6
        found = mrz_scan.read(turned)[0]
        self.assertEqual(list(found.lines), label(PASSPORT)["lines"])

    @staticmethod
    def roi(picture):
        """The part with the zone that the door of PassportEye cuts out."""
        from mrz_scan.compat.passporteye import read_mrz

        file = io.BytesIO()
        picture.save(file, "TIFF")
        return read_mrz(file.getvalue(), save_roi=True).aux["roi"]

    def test_the_part_with_the_zone_is_of_its_page(self):
        from PIL import Image

        from mrz_scan.compat.passporteye import read_mrz

        gray = self.image.convert("L")
        file = io.BytesIO()
        Image.new("L", gray.size, 255).save(file, "TIFF", save_all=True, append_images=[gray])
        found = read_mrz(file.getvalue(), save_roi=True)
        self.assertTrue((found.aux["roi"] == self.roi(gray)).all())

    def test_of_a_document_that_pillow_does_not_open_no_part_is_cut_out(self):
        from mrz_scan.compat.passporteye import read_mrz

        file = io.BytesIO()
        self.image.convert("RGB").save(file, "PDF", resolution=200)
        found = read_mrz(file.getvalue(), save_roi=True)
        self.assertEqual(found.number, read_mrz(PASSPORT).number)
        self.assertNotIn("roi", found.aux)

    def test_of_a_file_that_pillow_does_not_decode_no_part_is_cut_out(self):
        from PIL import Image

        from mrz_scan.compat.passporteye import read_mrz

        number = read_mrz(PASSPORT).number
        data = PASSPORT.read_bytes()
        with self.assertRaises(OSError):
            Image.open(io.BytesIO(data[:-64])).load()
        with unittest.mock.patch.object(Image, "MAX_IMAGE_PIXELS", 1000):
            large = read_mrz(data, save_roi=True)
        for found in (read_mrz(data[:-64], save_roi=True), large):
            self.assertEqual(found.number, number)
            self.assertNotIn("roi", found.aux)

    def test_what_is_called_transparent_is_not_shown(self):
        from PIL import Image

        for mode, hidden, pixels in (("L", 7, [7, 8]), ("RGB", (7, 8, 9), [7, 8, 9, 7, 8, 8])):
            picture = Image.frombytes(mode, (2, 1), bytes(pixels))
            picture.info["transparency"] = hidden
            found, _kept = mrz_scan._pixels.of_pillow(picture)
            self.assertEqual([ctypes.string_at(found.bytes, found.count)[at] for at in (3, 7)], [0, 255])

    def test_pictures_of_pillow_with_16_bits_are_scaled(self):
        from PIL import Image

        gray = self.numpy.asarray(self.image.convert("L")).astype("uint16")
        for values, mode in ((gray * 256, "I;16"), ((gray * 257).byteswap(), "I;16B"), (gray * 257, "I;16")):
            picture = Image.frombytes(mode, self.image.size, values.tobytes())
            self.read_well(mrz_scan.read(picture))
        roi = self.roi(picture)
        self.assertTrue((roi == self.roi(self.image.convert("L"))).all() and roi.std() > 10)
        # What is transparent is not shown.
        pixels = Image.frombytes("I;16", (2, 1), bytes([1, 2, 2, 2]))
        pixels.info["transparency"] = 0x201
        found, _kept = mrz_scan._pixels.of_pillow(pixels)
        self.assertEqual(ctypes.string_at(found.bytes, found.count), bytes([2, 2, 2, 0, 2, 2, 2, 255]))

    def test_pictures_of_pillow_with_more_values_are_refused(self):
        from PIL import Image

        gray = self.image.convert("L")
        for mode in ("I", "F"):
            self.read_well(mrz_scan.read(gray.convert(mode)))
            for factor, offset in ((257, 0), (1, -1)):
                values = (self.numpy.asarray(gray.convert(mode)) * factor + offset).astype("f4" if mode == "F" else "i4")
                with self.assertRaisesRegex(ValueError, "from 0 to 255"):
                    mrz_scan.read(Image.fromarray(values))

    def test_frames_are_looked_at_one_by_one(self):
        scan = mrz_scan.LiveScan()
        seen = []
        for number in range(60):
            status = scan.look(self.rgb, number / 30)
            seen.append(status.state)
            if status.result:
                break
        self.read_well([status.result])
        self.assertEqual(status.state, "TWO_MRZ_LINES")
        self.assertEqual(len(status.zone), 4)


class CompatibilityTests(unittest.TestCase):
    def test_passporteye(self):
        from mrz_scan.compat.passporteye import read_mrz

        lines = label(PASSPORT)["lines"]
        for source in (str(PASSPORT), PASSPORT.read_bytes(), io.BytesIO(PASSPORT.read_bytes())):
            mrz = read_mrz(source, extra_cmdline_params="--oem 0")
            self.assertEqual((mrz.mrz_type, mrz.valid, mrz.valid_score), ("TD3", True, 100))
            self.assertEqual((mrz.country, mrz.number), (lines[0][2:5], lines[1][0:9]))
            self.assertEqual((mrz.date_of_birth, mrz.check_composite), (lines[1][13:19], lines[1][43]))
            self.assertEqual(mrz.aux["text"], "\n".join(lines))
        values = mrz.to_dict()
        self.assertEqual(list(values)[:4], ["mrz_type", "valid_score", "type", "country"])
        self.assertTrue(values["valid_composite"] and values["valid_personal_number"])
        self.assertNotIn("optional1", values)
        self.assertEqual(read_mrz(str(CARD)).to_dict()["optional1"], label(CARD)["lines"][0][15:30])

    def test_passporteye_without_a_zone(self):
        from mrz_scan.compat.passporteye import read_mrz

        empty = next(SAMPLES / name for name, value in LABELS.items() if value["format"] == "NONE")
        self.assertIsNone(read_mrz(str(empty)))

    def test_fastmrz(self):
        from mrz_scan.compat.fastmrz import FastMRZ

        reader = FastMRZ(tesseract_path="/nowhere")
        lines = label(PASSPORT)["lines"]
        details = reader.get_details(str(PASSPORT))
        self.assertEqual((details["status"], details["mrz_type"]), ("SUCCESS", "TD3"))
        self.assertEqual(details["document_number"], lines[1][0:9].rstrip("<"))
        self.assertEqual(details["final_checkdigit"], lines[1][43])
        self.assertRegex(details["birth_date"], r"^\d{4}-\d\d-\d\d$")
        self.assertEqual(reader.get_details(str(PASSPORT), ignore_parse=True), "\n".join(lines))
        self.assertNotIn("final_checkdigit", reader.get_details(str(PASSPORT), include_checkdigit=False))
        self.assertEqual(reader.get_details("\n".join(lines), input_type="text")["surname"], details["surname"])
        self.assertIn("optional_data_1", reader.get_details(str(CARD)))

    def test_fastmrz_says_what_is_wrong(self):
        from mrz_scan.compat.fastmrz import FastMRZ

        reader = FastMRZ()
        lines = label(PASSPORT)["lines"]
        wrong = lines[0] + "\n" + lines[1][:-1] + str((int(lines[1][-1]) + 1) % 10)
        self.assertTrue(reader.validate_mrz("\n".join(lines))["is_valid"])
        self.assertFalse(reader.validate_mrz(wrong)["is_valid"])
        self.assertIn("composite", reader.validate_mrz(wrong)["status_message"])
        for source in ("/nowhere/at/all.jpg", str(SAMPLES / "labels.jsonl")):
            self.assertEqual(reader.get_details(source)["status"], "FAILURE")
        self.assertEqual(reader.get_details("nothing", input_type="text")["status_message"], "No MRZ detected")
        for text in ("abcde", "data:image/jpeg;base64,/9j/4", "caf\u00e9"):
            found = reader.get_details(text, input_type="base64")
            self.assertEqual((found["status"], found["status_message"]), ("FAILURE", "The text is no base64."))
            self.assertEqual(reader.get_details(text, input_type="base64", ignore_parse=True), "")


if __name__ == "__main__":
    unittest.main()
