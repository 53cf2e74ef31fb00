using System.Text;

namespace Analyzer.Engines.Tests.Making;

/// <summary>A file of every kind that an engine knows, each with something in it.</summary>
internal static class EveryKind
{
    public static IEnumerable<byte[]> All()
    {
        var macros = new OleMaker().Macros("Macros/", ("A", "Sub AutoOpen()\r\nShell \"cmd\"\r\nEnd Sub")).Add("WordDocument",
            new byte[600])
            .Add("\u0001Ole10Native", [40, 0, 0, 0, 2, 0, .. "a.exe\0a\0"u8, 0, 0, 3, 0, 0, 0, 0, 0, 4, 0, 0, 0, .. "MZ\0\0"u8]).ToArray();
        var zip = ZipMaker.Pack(("[Content_Types].xml", Samples.Bytes("<Types/>")), ("word/vbaProject.bin", macros), ("a.txt",
            Samples.Text), ("b.png", Samples.Png));
        yield return zip;
        yield return ZipMaker.Stream(System.IO.Compression.CompressionLevel.Fastest, ("a.zip", zip), ("b", Samples.Program));
        yield return new ZipMaker().Add("a", Samples.Text, flags: 8).Add("b", Samples.Text, listedName: "c").Bytes(Samples.Program)
            .Add("d", zip, method: 8).ToArray();
        yield return macros;
        yield return new OleMaker().Add("Workbook", Convert.FromHexString("0908000085000800000000000001010041AE0106000000034163"))
            .ToArray();
        yield return new OleMaker().Add("PowerPoint Document", [0x0F, 0, 0xE8, 3, 60, 0, 0, 0, 0x10, 0, 0x11, 0x10, 20, 0, 0, 0,
            .. new byte[40]]).ToArray();
        yield return Samples.Bytes($"{{\\rtf1{{\\object\\objupdate{{\\*\\objclass Package}}{{\\*\\objdata 0105000002000000080000"
            + $"0050616b61676500{Convert.ToHexString(macros)}}}}}{{\\field{{\\*\\fldinst DDEAUTO a b}}}}}}");
        yield return Samples.Bytes($"<html><!-- a --><body onload=\"eval(atob('a'))\"><script>var d = '{Convert.ToBase64String(zip)}'; "
            + "new Blob([atob(d)])</script><img src='\\\\a\\b'></html>");
        yield return Encoding.Unicode.GetBytes("\uFEFF<html><script>eval(atob('YQ=='))</script></html>");
        yield return Samples.Bytes("<?xml version=\"1.0\"?><svg xmlns=\"x\" onload=\"a()\"><script><![CDATA[eval(atob(x))]]></script>"
            + "<w:instrText>DDE a b</w:instrText></svg>");
        yield return Samples.Bytes("From: a\r\nTo: b\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; "
            + "boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n"
            + "Content-Transfer-Encoding: quoted-printable\r\n\r\n<html>=3D=\r\n</html>\r\n--b\r\nContent-Type: a/b; "
                + "name=\"=?utf-8?Q?a=2Eexe?=\"\r\nContent-Transfer-Encoding: base64\r\n\r\n"
            + Convert.ToBase64String(zip, Base64FormattingOptions.InsertLineBreaks) + "\r\n--b--\r\nbegin 644 a\n#0V%T\n`\nend\n");
        yield return [0x4C, 0, 0, 0, 1, 0x14, 2, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46, 0xFF, 0, 0, 0, .. new byte[0x34], 4, 0, 1, 2,
            3, 4, 20, 0, 0, 0, .. new byte[60]];
        yield return Samples.Bytes("%FDF-1.2\n1 0 obj\n<</FDF<</F(\\\\\\\\a\\\\b)"
            + "/JavaScript<</Before(app.beep())/After 3 0 R/Doc 2 0 R>>>>>>\nendobj\n2 0 obj\n[(a)3 0 R]\nendobj\n"
            + "3 0 obj\n(eval\\(x\\))\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n");
        yield return Samples.Bytes("[InternetShortcut]\r\nURL=file://a.example/b\r\nIconFile=\\\\a\\b\r\n");
        yield return Samples.Bytes("@echo off\r\npowershell -enc "
            + "TVqQAAMAAAAEAAAA//8AALgAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n");
        yield return [0x1F, 0x8B, 8, 0x1E, 0, 0, 0, 0, 0, 3, 2, 0, 1, 2, .. "a\0b\0"u8, 0, 0, .. ZipMaker.Deflate(zip), 0, 0, 0, 0,
            .. BitConverter.GetBytes(zip.Length)];
        yield return Samples.Pe((".text", new byte[600]), ("b", new byte[5000]));
        yield return File.ReadAllBytes(typeof(EveryKind).Assembly.Location)[..20_000];
        yield return Samples.Png.Concat(zip).ToArray();
        yield return Samples.Bytes("GIF89a\u0001\0\u0001\0\u0080\0\0abcdef\u0021\u00FE\u0003abc\0"
            + "\u002C\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002\u0044\u0001\0\u003Bbehind");
        yield return Samples.Bytes("\u00FF\u00D8\u00FF\u00E0\0\u0004ab\u00FF\u00DA\0\u0002abc\u00FF\0\u00FF\u00D9behind");
        yield return [.. "Rar!\u001A\u0007\u0001\0"u8, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 12, 2, 2, 4, 0, 4, 0, 0, 0, 3, .. "a/b"u8,
            .. "text"u8, 0, 0, 0, 0, 3, 5, 0, 0];
        yield return [.. "Rar!\u001A\u0007\0"u8, 0, 0, 0x73, 0, 0, 13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x74, 0, 0x80, 35, 0, 4, 0, 0, 0,
            .. new byte[14], 0x30, 3, 0, 0, 0, 0, 0, .. "a/b"u8, .. "text"u8];
        yield return CmsMaker.Sign("MIME-Version: 1.0\r\n\r\nHello.");
        yield return CmsMaker.Sign("MIME-Version: 1.0\r\n\r\nHello");
        yield return [.. "ActiveMime"u8, .. new byte[0x28], 0x78, 0x9C, .. ZipMaker.Deflate(macros), 0, 0, 0, 0];
        yield return OutlookMaker.Tnef((0x00069002, new byte[14]), (0x0006800F, zip), (0x00018010, [.. "a.exe\0"u8]),
            (0x00069003, [1, 0, 0, 0, 2, 1, 9, 16, 1, 0, 0, 0, 28, 0, 0, 0, .. new byte[8], .. "LZFu"u8, 0, 0, 0, 0, 0,
                .. "{\\rtf1 a"u8, 2, 0x7D, 0x0D, 0x80]));
        yield return OutlookMaker.OneNote(Samples.Program, Samples.Png, macros);
        yield return OfficeLocker.Masked("VelvetSweatshop", [0x85, 0, 8, 0, 0, 0, 0, 0, 1, 1, 0, 0]);
        yield return OfficeLocker.Document("VelvetSweatshop", isLong: false, "\u0013DDEAUTO a b\u0015");
        yield return OfficeLocker.Document("VelvetSweatshop", isLong: true, "\u0013DDEAUTO a b\u0015");
        yield return OfficeLocker.Presentation("VelvetSweatshop", macros);
        yield return new OleMaker().Add("Details", new byte[600]).Add("File_0", [.. zip.Select(value => (byte)(value ^ 0x6A))]).ToArray();
        yield return Samples.Bytes("[Version]\r\nSignature=a\r\n[DefaultInstall]\r\nRunPreSetupCommands=A:1\r\n[A]\r\ncmd /c b\r\n");
        yield return Samples.Bytes("def f(d):\n    return d[0] == b\"%PDF-1.4\"\n" + new string('\n', 4100) + "1 0 obj\n<<>>\nendobj\n");
        yield return Samples.Bytes("<html><a href=b.exe>c</a><script>l.href = 'http://a.example/a.exe'; l.click(); f.src "
            + "= 'b.scr'</script>");
        yield return OfficeLocker.Agile(zip, "VelvetSweatshop", rounds: 1);
        yield return OfficeLocker.Workbook("VelvetSweatshop", [0x85, 0, 8, 0, 0, 0, 0, 0, 1, 1, 0, 0], [0x18, 0, 2, 0, 1, 1]);
        yield return ZipMaker.Pack(("META-INF/MANIFEST.MF", Samples.Text), ("A.class", [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 0x34, 0]));
        yield return Samples.Bytes("BEGIN:VCALENDAR\r\nBEGIN:VALARM\r\nACTION:PROCEDURE\r\nATTACH;FILENAME=\"a:b\";ENCODING=BASE64:"
            + $"{Convert.ToBase64String(zip)[..60]}\r\n {Convert.ToBase64String(zip)[60..]}\r\nX-ALT-DESC:<html>a\\,\r\n"
            + "ATTACH:data:text/html,%3Cscript%3E\r\nURL:file://a/b\r\n");
        yield return Samples.Bytes("<html><script>function f() { location = 'a.exe'; g(); } function g() { h[i](); } b.onclick = g;"
            + "</script><a onclick='f()' href='javascript:g()'>c</a><script>document.write('<b>' + atob(d))</script>");
        yield return Disk();
    }

    /// <summary>A disc that holds a program.</summary>
    public static byte[] Disk()
    {
        var disc = new byte[24 * 2048];
        disc[16 * 2048] = 1;
        "CD001"u8.CopyTo(disc.AsSpan((16 * 2048) + 1));
        (disc[(16 * 2048) + 158], disc[(16 * 2048) + 167]) = (18, 8);
        new byte[] { 40, 0, 20, 0, 0, 0, 0, 0, 0, 0, 5 }.CopyTo(disc, 18 * 2048);
        disc[(18 * 2048) + 32] = 5;
        "A.EXE"u8.CopyTo(disc.AsSpan((18 * 2048) + 33));
        "MZ\0\0\0"u8.CopyTo(disc.AsSpan(20 * 2048));
        return disc;
    }
}
