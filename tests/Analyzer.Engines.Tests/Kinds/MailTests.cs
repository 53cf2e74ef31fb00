using System.Formats.Asn1;
using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Messages: bodies and attachments in every encoding, names in every spelling, messages inside messages.</summary>
public sealed class MailTests
{
    private static string Message(params IEnumerable<string> parts) =>
        "From: a@example.org\r\nTo: b@example.org\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; "
        + "boundary=\"=_b\"\r\n\r\nA preamble.\r\n"
        + string.Concat(parts.Select(part => $"--=_b\r\n{part}\r\n")) + "--=_b--\r\nAn epilogue.\r\n";

    private static string Attached(byte[] content, string name, string encoding = "base64") =>
        $"Content-Type: application/octet-stream; {name}\r\nContent-Transfer-Encoding: {encoding}\r\n"
        + "Content-Disposition: attachment\r\n\r\n"
        + Convert.ToBase64String(content, Base64FormattingOptions.InsertLineBreaks);

    [Fact]
    public void Complete_OrdinaryMessage_IsClean()
    {
        var message = Message(
            "Content-Type: text/plain; charset=utf-8\r\n\r\nHello.", "Content-Type: text/html\r\nContent-Transfer-Encoding: "
            + "quoted-printable\r\n\r\n<html><p a=3D\"b\">He=\r\nllo</p></html>",
            Attached(Samples.CleanPdf, "name=a.pdf"), Attached(Samples.Png, "name=\"b.png\""));

        var report = Judged.Of(message);

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Clean, "message/rfc822"), Judged.Text(report));
        report.Parts!.Select(part => part.MediaType).ShouldBe(["text/plain", "text/html", "application/pdf", "image/png"]);
        report.Part("a.pdf").Size.ShouldBe(Samples.CleanPdf.Length);
        report.Parts![1].Size.ShouldBe("<html><p a=\"b\">Hello</p></html>\r\n".Length);
    }

    [Theory]
    [InlineData("name=setup.exe", "setup.exe")]
    [InlineData("name=\"a \\\"b\\\".exe\"", "a \"b\".exe")]
    [InlineData("name*=utf-8''r%C3%A9sum%C3%A9.exe", "résumé.exe")]
    [InlineData("name*0=\"very long \"; name*1=\"name.exe\"", "very long name.exe")]
    [InlineData("name=\"=?utf-8?B?csOpc3Vtw6kuZXhl?=\"", "résumé.exe")]
    [InlineData("name=\"=?iso-8859-1?Q?a=5Fb.e?= =?us-ascii?Q?xe?=\"", "a_b.exe")]
    public void Complete_AttachedProgram_IsSuspiciousUnderItsName(string parameter, string name)
    {
        var report = Judged.Of(Message("\r\nHello.", Attached(Samples.Program, parameter)));

        report.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(report));
        report.Part(name).MediaType.ShouldEndWith("portable-executable");
    }

    [Fact]
    public void Complete_MessageInsideAMessage_IsOpened()
    {
        var inner = Message(Attached(Samples.Eicar, "name=a.com"));
        var report = Judged.Of(Message($"Content-Type: message/rfc822\r\n\r\n{inner.Replace("=_b", "=_c")}"));

        report.Verdict.ShouldBe(Verdict.Malicious);
        report.Part("a.com").Offset.ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData(76, "\r\n")]
    [InlineData(75, "\n")]
    [InlineData(1, "\n")]
    [InlineData(9999, "")]
    [InlineData(60, " \t\r\n")]
    [InlineData(61, "!*-\r\n")]
    public void Complete_Base64HoweverItIsBroken_IsTheSameFile(int length, string between)
    {
        var random = new Random(length);
        foreach (var size in (int[])[1, 2, 3, 100, 4095, 20_000])
        {
            var content = new byte[size];
            random.NextBytes(content);
            var letters = string.Join(between, Convert.ToBase64String(content).Chunk(length).Select(chunk => new string(chunk)));
            var report = Judged.Of(Message("Content-Type: application/octet-stream; name=a.bin\r\n"
                + $"Content-Transfer-Encoding: base64\r\n\r\n{letters}"));

            report.Part("a.bin").Sha256.ShouldBe(new FileId(System.Security.Cryptography.SHA256.HashData(content)));
        }
    }

    [Fact]
    public void Complete_UuencodedTextWithoutHeaders_IsOpened()
    {
        const string words = "begin 644 words here\nand so on\nend\n";
        var report = Judged.Of($"A file:\n\nbegin 755 a.txt\n#0V%T\n`\nend\n{words}begin 644 b.exe\n#35HN\n");

        report.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(report));
        report.AllParts().Select(part => (part.Name, part.Size)).ShouldBe([("a.txt", 3), ("b.exe", null)]);
        report.Part("b.exe").Unable!.Select(unable => unable.Reason).ShouldContain("broken");
        Judged.Of(words).Verdict.ShouldBe(Verdict.Clean);
    }

    [Fact]
    public void Complete_Uuencoded_IsAPart()
    {
        var lines = string.Concat(Samples.Program.Chunk(45).Select(bytes => $"{(char)(32 + bytes.Length)}{Uu(bytes)}\n"));
        var report = Judged.Of($"From: a@example.org\nTo: b@example.org\nSubject: x\n\nHello.\nbegin 644 a.exe\n{lines}`\nend\nBye.\n");

        report.Part("a.exe").Size.ShouldBe(Samples.Program.Length);
        report.Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Fact]
    public void Complete_WebArchive_IsOpened()
    {
        const string page = "Content-Type: text/html\r\nContent-Location: file:///C:/a.htm\r\n\r\n<html><script>"
            + "eval(atob('YQ=='))</script></html>";
        var report = Judged.Of("MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"=_b\"\r\n\r\n--=_b\r\n" + page
            + "\r\n--=_b--\r\n");

        report.Verdict.ShouldBe(Verdict.Suspicious);
        report.Part("a.htm").MediaType.ShouldBe("text/html");
    }

    [Theory]
    [InlineData("Content-Type: multipart/encrypted; boundary=x", "needs-password")]
    [InlineData("Content-Type: application/pkcs7-mime; smime-type=enveloped-data", "needs-password")]
    [InlineData("Content-Type: multipart/mixed", "contradiction")]
    [InlineData("Content-Type: multipart/mixed; boundary=y", "contradiction")]
    [InlineData("Content-Transfer-Encoding: base64\r\nContent-Transfer-Encoding: 7bit", "contradiction")]
    public void Complete_MessageThatCannotBeRead_IsUnable(string type, string gap)
    {
        var report = Judged.Of($"From: a@example.org\r\nMIME-Version: 1.0\r\n{type}\r\n\r\nx\r\n");

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Gaps().ShouldContain(gap);
    }

    [Theory]
    [InlineData("419\nReceived: by a.example\r\n")]
    [InlineData("X-Spam-Flag: NO\r\nArc-Seal: i=1; a=rsa-sha256\r\n")]
    public void Complete_MessageBehindOtherLines_IsAMessage(string start)
    {
        var headers = string.Concat(Enumerable.Range(0, 100).Select(number => $"X-Other-{number}: {new string('a', 60)}\r\n"));
        var report = Judged.Of($"{start}{headers}Content-Type: application/octet-stream; name=a.exe\r\n"
            + $"Content-Transfer-Encoding: base64 (RFC 2045)\r\n\r\n{Convert.ToBase64String(Samples.Program)}\r\n");

        report.Part("a.exe").Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Theory]
    [InlineData("Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m")]
    [InlineData("Content-Type: application/x-pkcs7-mime")]
    public void Complete_SignedContent_IsOpened(string type)
    {
        var inner = Message("Content-Type: text/plain\r\n\r\nHello.");
        var report = Judged.Of(Signed(type, CmsMaker.Sign(inner)));

        report.Verdict.ShouldBe(Verdict.Clean, Judged.Text(report));
        report.AllParts().Select(part => part.MediaType).ShouldBe(["application/pkcs7-mime", "message/rfc822", "text/plain"]);
        Judged.Of(Signed(type, CmsMaker.Sign(Message(Attached(Samples.Program, "name=a.exe"))))).Part("a.exe").Verdict
            .ShouldBe(Verdict.Suspicious);
    }

    [Fact]
    public void Complete_SignatureBesideTheMessage_IsClean()
    {
        var report = Judged.Of(Message("\r\nHello.", Attached(CmsMaker.Sign(null), "name=smime.p7s")));

        report.Verdict.ShouldBe(Verdict.Clean, Judged.Text(report));
        report.Part("smime.p7s").MediaType.ShouldBe("application/pkcs7-signature");
    }

    [Theory]
    [InlineData(0x32)]
    [InlineData(0x22A)]
    [InlineData(0x100)]
    public void Complete_WebArchiveWithMacros_IsMalicious(int start)
    {
        var macros = new OleMaker().Macros("", ("A", "Sub AutoOpen()\r\nShell \"cmd\"\r\nEnd Sub")).ToArray();
        var mso = new byte[start];
        "ActiveMime"u8.CopyTo(mso);
        mso[0x1E] = (byte)(start == 0x100 ? start - 46 : 0);
        byte[] file = [.. mso, 0x78, 0x9C, .. ZipMaker.Deflate(macros), 0, 0, 0, 0];

        Judged.Of(file).Verdict.ShouldBe(Verdict.Malicious, Judged.Text(Judged.Of(file)));
        Judged.Of(Message(Attached(file, "name=editdata.mso"))).Verdict.ShouldBe(Verdict.Malicious);
        Judged.Of(file[..(start + 50)]).Gaps().ShouldContain("broken");
        Judged.Of(file[..start]).Gaps().ShouldBe(["broken"]);
    }

    [Theory]
    [InlineData("1.2.840.113549.1.7.3", "needs-password")]
    [InlineData("1.2.840.113549.1.7.6", "needs-password")]
    [InlineData("1.2.840.113549.1.9.16.1.9", "unknown-compression")]
    [InlineData("1.2.840.113549.1.12.10.1.2", "unknown-type")]
    [InlineData("1.2.840.113549.1.7.2", "broken")]
    public void Complete_OtherCms_IsUnable(string type, string gap)
    {
        var writer = new AsnWriter(AsnEncodingRules.DER);
        using (writer.PushSequence())
        {
            writer.WriteObjectIdentifier(type);
            writer.WriteNull();
        }

        Judged.Of(writer.Encode()).Gaps().ShouldBe([gap]);
        byte[] certificate =
        [
            0x30, 0x82, 0, 0xDD, 0x30, 0x82, 0, 0xD3, 0xA0, 3, 2, 1, 2, 2, 1, 7, 4, 0x81, 200, .. new byte[200], 0x30, 0, 3, 2, 0, 1,
        ];
        Judged.Of(certificate).MediaType.ShouldBe("application/pkix-cert");
        Judged.Of(certificate).Verdict.ShouldBe(Verdict.Clean);
        byte[] page = [0x30, 0x82, 0, 58, 0x30, 0x82, 0, 30, 2, 1, 1, .. "<script>eval(atob('YQ=='))</script>"u8, .. new byte[16]];
        Judged.Of(page).Verdict.ShouldBe(Verdict.Unable);
        Judged.Of([.. certificate, .. Samples.Program]).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of([.. CmsMaker.Sign(null), .. Samples.Program]).Verdict.ShouldBe(Verdict.Suspicious); // something behind its end
    }

    [Fact]
    public void Complete_Mailbox_HasAllItsMessages()
    {
        var first = "From a@example.org Thu Jan  1 00:00:00 1970\nSubject: x\nMIME-Version: 1.0\n\nHello.\n\n";
        var second = $"From b@example.org Thu Jan  1 00:00:00 1970\n{Message(Attached(Samples.Program, "name=a.exe"))}";

        Judged.Of(first + second).Part("a.exe").Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Fact]
    public void Complete_EndlessNesting_IsBounded()
    {
        var nested = string.Concat(Enumerable.Range(0, 200).Select(i => $"Content-Type: multipart/mixed; boundary=b{i}\r\n\r\n--b{i}\r\n"));
        var messages = string.Concat(Enumerable.Repeat("MIME-Version: 1.0\r\nContent-Type: message/rfc822\r\n\r\n", 200));

        Judged.Of($"MIME-Version: 1.0\r\n{nested}").Verdict.ShouldBe(Verdict.Unable);
        Judged.Of(messages).Gaps().ShouldContain("too-deep");
        Judged.Of("MIME-Version: 1.0\r\nContent-Type: text/plain; name=\"" + new string('a', 1_000_000) + "\"\r\n\r\nx")
            .Verdict.ShouldBe(Verdict.Clean);
    }

    private static string Signed(string type, byte[] content) =>
        $"From: a@example.org\r\nMIME-Version: 1.0\r\n{type}\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        + Convert.ToBase64String(content, Base64FormattingOptions.InsertLineBreaks);

    private static string Uu(byte[] bytes)
    {
        var text = new StringBuilder();
        foreach (var three in bytes.Chunk(3))
        {
            var bits = (three[0] << 16) | ((three.Length > 1 ? three[1] : 0) << 8) | (three.Length > 2 ? three[2] : 0);
            for (var shift = 18; shift >= 0; shift -= 6)
            {
                text.Append((char)(((bits >> shift) & 63) is 0 ? '`' : 32 + ((bits >> shift) & 63)));
            }
        }

        return text.ToString();
    }

    [Fact]
    public void Complete_SavedPageWithItsScripts_IsClean()
    {
        const string page = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/html\r\n"
            + "Content-Location: https://a.example/\r\n\r\n<html><p>a</p></html>\r\n--b\r\nContent-Type: application/octet-stream\r\n"
            + "Content-Location: {0}\r\n\r\nvar a = function () { return 1; };\r\nwindow.a = a;\r\n--b--\r\n";

        Judged.Of(page.Replace("{0}", "https://a.example/js/core.js", StringComparison.Ordinal)).Verdict
            .ShouldBeOneOf(Verdict.Clean, Verdict.Unable);
        Judged.Of(page.Replace("{0}", "file:///C:/core.js", StringComparison.Ordinal)).Verdict.ShouldBe(Verdict.Suspicious);
    }
}
