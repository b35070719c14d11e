import Foundation
import LoopbackClient
import Testing

/// Documents from files, in every browser.
@Suite(.serialized) struct PageUploadTests {
    private static let passport = "td3/096-scan-rgb.jpg"
    private static let card = "td1/101-scan-rgb.jpg"

    private func opened(_ kind: BrowserKind, _ served: ServedProgram) throws -> any Browser {
        let browser = try kind.start()
        // Without motion, so that everything stays where it is while it is clicked.
        try (browser as? Chromium)?.appear(width: 1200, height: 900, isDark: false)
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'files'")
        return browser
    }

    /// For scripts: `shown` draws the picture that the page shows, in its own width or another; `read` gives the page a
    /// file, as its dialog does.
    private let helpers = """
        const shown = async (type, width) => {
            await document.getElementById('preview').decode();
            const picture = await createImageBitmap(document.getElementById('preview'));
            const canvas = document.createElement('canvas');
            canvas.width = width ?? picture.width;
            canvas.height = Math.round(canvas.width * picture.height / picture.width);
            const context = canvas.getContext('2d');
            context.imageSmoothingQuality = 'high';
            context.drawImage(picture, 0, 0, canvas.width, canvas.height);
            return await new Promise((done) => canvas.toBlob(done, type, 0.95));
        };
        const read = (blob) => {
            const files = new DataTransfer();
            files.items.add(new File([blob], 'IMG_0001.jpg', {type: 'image/jpeg'}));
            const input = document.getElementById('file');
            input.files = files.files;
            input.dispatchEvent(new Event('change', {bubbles: true}));
        };
        """
    /// As wide as a telephone's pictures.
    private let telephoneWidth = 4400

    private let isDone =
        "document.querySelector('.card') && document.getElementById('results').getAttribute('aria-busy') === 'false'"

    /// Several files are read in their order, and each has its picture with its zones.
    @Test(arguments: BrowserKind.toRun) func severalFiles(_ kind: BrowserKind) throws {
        let served = try ServedProgram([])
        let browser = try opened(kind, served)
        let files = [Self.passport, "two/178-td1-td1.jpg", Self.card].map(ServedProgram.sample)
        try browser.choose(files + [ServedProgram.repository.appending(path: "Makefile").path], in: "#file")
        try browser.wait(for: isDone)
        #expect(try browser.count(".card") == 5)
        let statuses = try browser.evaluate(
            "[...document.querySelectorAll('.card')].map((card) => card.dataset.status)")
        #expect((statuses as? [String])?.last == "error")
        #expect(try browser.text("#hint-text").hasPrefix("Read 5:"))
        #expect(try browser.text("#turn-text") == "1 of 4")
        try browser.wait(for: "document.querySelectorAll('#overlay polygon').length === 1")
        try browser.click("#next")
        #expect(try browser.text("#turn-text") == "2 of 4")
        // In the order of reading.
        try browser.wait(for: "document.querySelectorAll('#overlay polygon').length === 2")
        #expect(
            try browser.evaluate("[...document.querySelectorAll('#overlay text')].map((number) => number.textContent)")
                as? [String] == ["1", "2"])
        try browser.click("#previous")
        try browser.wait(for: "document.querySelectorAll('#overlay polygon').length === 1")
        #expect(try browser.isTrue("document.getElementById('previous').disabled"))
        // Names of files are nobody's business.
        #expect(try browser.isTrue("!document.documentElement.outerHTML.includes('scan-rgb')"))
    }

    /// The second file waits from here on, until it is let go or stopped: `fetch` of it is pending as long.
    private let holdsTheSecond = """
        (() => {
            window.count = 0;
            const own = window.fetch;
            window.fetch = async (address, options) => {
                if (options?.body?.get?.('file') && ++count === 2) {
                    await new Promise((done, failed) => {
                        window.letGo = done;
                        options.signal.addEventListener('abort', () => failed(options.signal.reason));
                    });
                }
                return own(address, options);
            };
            return 1;
        })()
        """

    /// A file among others that the browser can't read has a card that says so, and the others are read.
    @Test(arguments: BrowserKind.toRun) func aFileThatIsGone(_ kind: BrowserKind) throws {
        let served = try ServedProgram([])
        let browser = try opened(kind, served)
        try browser.evaluate(holdsTheSecond)
        let gone = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString).jpg")
        try FileManager.default.copyItem(atPath: ServedProgram.sample(Self.card), toPath: gone.path)
        let sample = ServedProgram.sample
        try browser.choose([sample(Self.passport), sample(Self.card), gone.path, sample(Self.card)], in: "#file")
        try browser.wait(for: "window.letGo")
        try FileManager.default.removeItem(at: gone)
        try browser.evaluate("letGo()")
        try browser.wait(for: isDone)
        let statuses = try browser.evaluate(
            "[...document.querySelectorAll('.card')].map((card) => card.dataset.status)")
        #expect(statuses as? [String] == ["verified", "verified", "error", "verified"])
        #expect(try browser.text("[data-status=error]").contains("no longer there"))
        #expect(try browser.text("#toast") == "")
    }

    /// What was read when somebody has had enough stays; nothing else is read.
    @Test(arguments: BrowserKind.toRun) func stoppedAmongSeveral(_ kind: BrowserKind) throws {
        let served = try ServedProgram([])
        let browser = try opened(kind, served)
        try browser.evaluate(holdsTheSecond)
        try browser.choose(Array(repeating: ServedProgram.sample(Self.passport), count: 3), in: "#file")
        try browser.wait(for: "window.letGo")
        try browser.click("#stop")
        try browser.wait(for: isDone)
        #expect(try browser.count(".card") == 1)
        #expect(try browser.text("#hint-text") == "Verified")
        #expect(try browser.evaluate("count") as? Int == 2)
        // The button leads back now, and with it goes what is shown.
        try browser.click("#stop")
        #expect(try browser.count(".card") == 0)
    }

    /// Who is at a card stays there while further ones come, and while the language changes.
    @Test(arguments: BrowserKind.toRun) func theFocusStays(_ kind: BrowserKind) throws {
        let served = try ServedProgram([])
        let browser = try opened(kind, served)
        try browser.evaluate(holdsTheSecond)
        try browser.choose(Array(repeating: ServedProgram.sample(Self.passport), count: 3), in: "#file")
        try browser.wait(for: "window.letGo")
        #expect(try browser.isTrue("document.activeElement === document.querySelector('.card')"))
        try browser.evaluate("document.querySelector('.card .foot button').focus()")
        try browser.evaluate("(() => { window.focused = document.activeElement; letGo(); })()")
        try browser.wait(for: "\(isDone) && document.querySelectorAll('.card').length === 3")
        #expect(try browser.isTrue("document.activeElement === focused"))
        try browser.evaluate(
            "Object.assign(document.getElementById('language'), {value: 'de'}).dispatchEvent(new Event('change'))")
        try browser.wait(for: "document.documentElement.lang === 'de'")
        #expect(try browser.isTrue("document.activeElement === document.querySelector('.card .foot button')"))
        #expect(try browser.text(".card .foot button") == "Als JSON kopieren")
    }

    /// A PDF of many pages: every page has its card, and that browsers show none of it is said.
    @Test(arguments: BrowserKind.toRun) func aDocumentOfManyPages(_ kind: BrowserKind) throws {
        let served = try ServedProgram([])
        let browser = try opened(kind, served)
        let file = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString).pdf")
        try PDFOfPictures.bytes(
            of: [Self.passport, "negatives/" + PDFOfPictures.firstNegative(), Self.card].map(ServedProgram.sample)
        ).write(to: file)
        defer { do { try FileManager.default.removeItem(at: file) } catch {} }
        try browser.choose([file.path], in: "#file")
        try browser.wait(for: isDone)
        let statuses = try browser.evaluate(
            "[...document.querySelectorAll('.card')].map((card) => card.dataset.status)")
        #expect(statuses as? [String] == ["verified", "not_found", "verified"])
        #expect(
            try browser.evaluate("document.querySelectorAll('.card')[2].textContent.includes('page 3')") as? Bool
                == true)
        try browser.wait(for: "!document.getElementById('no-picture').hidden")
    }

    /// A picture as large as a telephone's is made smaller before it is sent, and what is said of it counts in its own
    /// pixels.
    @Test(arguments: BrowserKind.toRun) func aLargePicture(_ kind: BrowserKind) throws {
        let served = try ServedProgram([])
        let browser = try opened(kind, served)
        try browser.evaluate(
            """
            (async () => {
                window.sent = [];
                const own = window.fetch;
                window.fetch = async (address, options) => {
                    const file = options?.body?.get?.('file');
                    if (file) {
                        const {width, height} = await createImageBitmap(file);
                        sent.push([width, height, file.size, file.name]);
                    }
                    return own(address, options);
                };
                return 1;
            })()
            """)
        try browser.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try browser.wait(for: isDone)
        // The answer may be there before the picture is shown.
        try browser.wait(for: "document.getElementById('preview').naturalWidth > 0")
        try browser.evaluate(
            """
            (async () => {
                \(helpers)
                read(await shown('image/jpeg', \(telephoneWidth)));
                return 1;
            })()
            """)
        try browser.wait(for: "sent.length === 2 && \(isDone)")
        let sent = try #require(try browser.evaluate("sent") as? [[Any]])
        #expect(sent[0][0] as? Int == 733)
        #expect(sent[1][0] as? Int == 3000)
        #expect(sent.allSatisfy { $0[3] as? String == "document-1" })
        #expect(try browser.evaluate("document.querySelector('.card').dataset.status") as? String == "verified")
        // The outline lies on the zone: at the foot of the page, nearly as wide as it.
        try browser.wait(for: "document.querySelector('#overlay polygon')")
        let box = try #require(
            try browser.evaluate(
                """
                (() => {
                    const zone = document.querySelector('#overlay polygon').getBoundingClientRect();
                    const stage = document.getElementById('stage').getBoundingClientRect();
                    return [zone.width / stage.width, (zone.top - stage.top) / stage.height];
                })()
                """) as? [Any]
        ).compactMap { ($0 as? NSNumber)?.doubleValue }
        #expect(box[0] > 0.7 && box[0] <= 1 && box[1] > 0.6 && box[1] < 1)
    }

    /// A picture that is sent once more whole, and is not read then: by a host that is busy, and for its many pixels.
    @Test(
        arguments: BrowserKind.toRun,
        [
            #"503, 'application/json', '{"error":{"code":"busy"}}'"#,
            #"200, 'application/jsonl', '{"status":"error","error":{"code":"too_many_pixels"}}'"#,
        ])
    func aSecondUploadThatFails(_ kind: BrowserKind, _ answer: String) throws {
        let served = try ServedProgram([])
        let browser = try opened(kind, served)
        // It is read, and not verified.
        try browser.choose([ServedProgram.sample("td1/103-scan-rgb.jpg")], in: "#file")
        try browser.wait(for: isDone)
        try browser.wait(for: "document.getElementById('preview').naturalWidth > 0")
        try browser.evaluate(
            """
            (async () => {
                \(helpers)
                window.sent = 0;
                const own = window.fetch;
                const failed = (status, type, text) => new Response(text, {status, headers: {'Content-Type': type}});
                window.fetch = async (address, options) => {
                    if (!options?.body?.get?.('file')) return own(address, options);
                    return sent++ ? failed(\(answer)) : own(address, options);
                };
                read(await shown('image/jpeg', \(telephoneWidth)));
                return 1;
            })()
            """)
        try browser.wait(for: "sent === 2 && \(isDone)")
        #expect(try browser.evaluate("document.querySelector('.card').dataset.status") as? String == "unverified")
        #expect(try browser.evaluate("document.querySelectorAll('.card').length") as? Int == 1)
    }

    /// What would help is said of a picture that shows too little, also where nothing at all was read.
    @Test(arguments: BrowserKind.toRun) func whatWouldHelp(_ kind: BrowserKind) throws {
        let served = try ServedProgram([])
        let browser = try opened(kind, served)
        try browser.choose([ServedProgram.sample("negatives/" + PDFOfPictures.firstNegative())], in: "#file")
        try browser.wait(for: isDone)
        #expect(try browser.evaluate("document.querySelector('.card').dataset.status") as? String == "not_found")
        #expect(try browser.evaluate("document.querySelector('[data-advice]')?.dataset.advice") as? String == "none")
        try browser.choose([ServedProgram.sample("licences/084-glare-5.jpg")], in: "#file")
        try browser.wait(for: "document.querySelector('[data-advice=glare]')")
        #expect(try browser.text("[data-advice=glare]").contains("tilt"))
    }

    /// What is pasted is read: a picture that was copied, by the keys for it.
    @Test(arguments: BrowserKind.atScreen) func paste(_ kind: BrowserKind) throws {
        let served = try ServedProgram([])
        let browser = try kind.startAtScreen()
        if let chromium = browser as? Chromium {
            try chromium.appear(width: 1200, height: 900, isDark: false)
            try chromium.allowCopying(for: served)
        }
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'files'")
        try browser.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try browser.wait(for: isDone)
        let copied = try browser.evaluate(
            """
            (async () => {
                \(helpers)
                const blob = await shown('image/png');
                await navigator.clipboard.write([new ClipboardItem({'image/png': blob})]);
                return 'copied';
            })()
            """, asPerson: true)
        #expect(copied as? String == "copied")
        try browser.click("#stop")
        #expect(try browser.count(".card") == 0)
        try browser.press(.character("v"), control: true)
        try browser.wait(for: isDone)
        #expect(try browser.evaluate("document.querySelector('.card').dataset.status") as? String == "verified")
    }

    /// Which files are whole, told by their bytes: pictures as the browser itself writes them, then with their ends cut
    /// off, longer than they say, and altered where a checksum or an order tells.
    @Test(arguments: BrowserKind.toRun) func whatIsWhole(_ kind: BrowserKind) throws {
        let served = try ServedProgram([])
        let browser = try opened(kind, served)
        let wrong =
            try browser.evaluate(
                """
                (async () => {
                    const {isIntact} = await import(new URL('intact.js', location.href));
                    const canvas = document.createElement('canvas');
                    [canvas.width, canvas.height] = [300, 200];
                    const context = canvas.getContext('2d');
                    for (let x = 0; x < 300; x++) {
                        context.fillStyle = `hsl(${x * 7} 80% 50%)`;
                        context.fillRect(x, x % 50, 1, 200);
                    }
                    const wrong = [];
                    const expect = (name, bytes, isWhole) => {
                        if (isIntact(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)) !== isWhole) wrong.push(name);
                    };
                    for (const type of ['image/jpeg', 'image/png', 'image/webp']) {
                        const blob = await new Promise((done) => canvas.toBlob(done, type));
                        if (blob.type !== type) { wrong.push(`no ${type}`); continue; }
                        const bytes = new Uint8Array(await blob.arrayBuffer());
                        expect(type, bytes, true);
                        for (const part of [0.2, 0.5, 0.9]) {
                            expect(`${type} ${part}`, bytes.subarray(0, Math.floor(bytes.length * part)), false);
                        }
                        expect(`${type} but one`, bytes.subarray(0, bytes.length - (type === 'image/webp' ? 4 : 1)), false);
                        // What stands behind the end is not the picture's.
                        expect(`${type} and more`, new Uint8Array([...bytes, 1, 2, 3]), true);
                        const altered = bytes.slice();
                        if (type === 'image/png') {
                            altered[altered.length >> 1] ^= 1;
                            expect('a bit of a chunk', altered, false);
                        }
                        if (type === 'image/jpeg') {
                            altered.set([0xFF, 0xD3], altered.length - 40);
                            expect('a restart that comes too early', altered, false);
                        }
                    }
                    expect('no picture', new TextEncoder().encode('no picture'), true);
                    return wrong;
                })()
                """) as? [String]
        #expect(wrong == [])
    }

    /// A large picture is made smaller; one that is damaged is sent as it is, and the host says so.
    @Test(arguments: BrowserKind.toRun) func aDamagedPicture(_ kind: BrowserKind) throws {
        let served = try ServedProgram([])
        let browser = try opened(kind, served)
        try browser.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try browser.wait(for: isDone)
        // As a telephone takes it; of the second file the last rows are lost.
        let sizes =
            try browser.evaluate(
                """
                (async () => {
                    \(helpers)
                    const whole = await shown('image/jpeg', \(telephoneWidth));
                    window.files = [whole, whole.slice(0, Math.floor(whole.size * 0.8))];
                    window.sent = [];
                    const own = window.fetch;
                    window.fetch = (address, options) => {
                        const file = options?.body?.get?.('file');
                        if (file) sent.push(file.size);
                        return own(address, options);
                    };
                    return files.map(({size}) => size);
                })()
                """) as? [Int]
        let given = try #require(sizes)
        func read(_ index: Int) throws {
            try browser.evaluate(
                """
                (() => {
                    sent.splice(0);
                    \(helpers)
                    read(files[\(index)]);
                    return 1;
                })()
                """)
            try browser.wait(for: "sent.length && \(isDone)")
        }
        try read(0)
        #expect(try #require(try browser.evaluate("sent[0]") as? Int) < given[0])
        #expect(try !browser.text(".card").contains("damaged"))
        try read(1)
        #expect(try browser.evaluate("sent") as? [Int] == [given[1]])
        #expect(try browser.evaluate("document.querySelector('.card').dataset.status") as? String != "verified")
        #expect(try browser.text(".card").contains("damaged"))
    }
}

/// A PDF file whose pages are JPEG pictures, as scanners make them.
enum PDFOfPictures {
    /// The name of a sample without an MRZ.
    static func firstNegative() -> String {
        let folder = ServedProgram.repository.appending(path: "Samples/negatives").path
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jpg") }.sorted()[
                0]
        } catch {
            return ""
        }
    }

    static func bytes(of paths: [String]) throws -> Data {
        var file = Data("%PDF-1.4\n".utf8)
        var places: [Int] = []
        func object(_ head: String, _ stream: Data? = nil) {
            places.append(file.count)
            file += Data("\(places.count) 0 obj\n\(head)\n".utf8)
            if let stream { file += Data("stream\n".utf8) + stream + Data("\nendstream\n".utf8) }
            file += Data("endobj\n".utf8)
        }
        let pages = paths.indices.map { "\(3 + $0 * 3) 0 R" }.joined(separator: " ")
        object("<< /Type /Catalog /Pages 2 0 R >>")
        object("<< /Type /Pages /Count \(paths.count) /Kids [\(pages)] >>")
        for (index, path) in paths.enumerated() {
            let picture = try Data(contentsOf: URL(filePath: path))
            let (width, height, components) = size(of: Array(picture))
            let first = 3 + index * 3
            object(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] /Contents \(first + 1) 0 R "
                    + "/Resources << /XObject << /P \(first + 2) 0 R >> >> >>")
            let content = Data("\(width) 0 0 \(height) 0 0 cm /P Do".utf8)
            object("<< /Length \(content.count) >>", content)
            object(
                "<< /Type /XObject /Subtype /Image /Width \(width) /Height \(height) /BitsPerComponent 8 /ColorSpace "
                    + "/\(components == 1 ? "DeviceGray" : "DeviceRGB") /Filter /DCTDecode /Length \(picture.count) >>",
                picture)
        }
        let table = file.count
        file += Data("xref\n0 \(places.count + 1)\n0000000000 65535 f \n".utf8)
        for place in places {
            file += Data((String(repeating: "0", count: 10 - "\(place)".count) + "\(place) 00000 n \n").utf8)
        }
        file += Data("trailer\n<< /Size \(places.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n".utf8)
        return file
    }

    /// Of a JPEG file, by the first of its frames' headers.
    private static func size(of bytes: [UInt8]) -> (width: Int, height: Int, components: Int) {
        var place = 2
        while place + 9 < bytes.count {
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            if [0xC0, 0xC1, 0xC2].contains(bytes[place + 1]) {
                return (
                    Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]),
                    Int(bytes[place + 5]) << 8 | Int(bytes[place + 6]),
                    Int(bytes[place + 9])
                )
            }
            place += 2 + length
        }
        return (0, 0, 0)
    }
}
