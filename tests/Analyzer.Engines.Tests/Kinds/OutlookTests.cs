using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>What Outlook packs into winmail.dat, and sections of OneNote.</summary>
public sealed class OutlookTests
{
    private const uint Begins = 0x00069002;
    private const uint Title = 0x00018010;
    private const uint Data = 0x0006800F;
    private const uint AttachmentProperties = 0x00069005;
    private const uint MessageProperties = 0x00069003;

    [Fact]
    public void Complete_WinmailDat_OpensWhatIsAttached()
    {
        var report = Judged.Of(OutlookMaker.Tnef((Begins, new byte[14]), (Data, Samples.Program), (Title, "a~1.exe\0"u8.ToArray()),
            (AttachmentProperties, Property(0x3707, 0x1E, "a long name.exe\0"u8.ToArray()))));

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Suspicious, "application/vnd.ms-tnef"), Judged.Text(report));
        report.Part("a long name.exe").MediaType.ShouldEndWith("portable-executable");
        Judged.Of(OutlookMaker.Tnef((0x0002800C, "A text.\0"u8.ToArray()), (Begins, new byte[14]),
            (Data, "This attachment is a MAPI 1.0 embedded message and is not supported by this mail system.\0"u8.ToArray()),
            (Begins, new byte[14]), (Title, "a.txt\0"u8.ToArray()), (Data, Samples.Text))).Verdict.ShouldBe(Verdict.Clean);
    }

    [Fact]
    public void Complete_WinmailDatWithATextOrAnObject_OpensThem()
    {
        byte[] rtf = [.. new byte[8], .. "LZFu"u8, 0, 0, 0, 0, 0, .. "{\\rtf1 a"u8, 2, (byte)'}', 0x0D, 0x80];
        var report = Judged.Of(OutlookMaker.Tnef((MessageProperties, Property(0x1009, 0x102, rtf)), (MessageProperties,
            Property(0x1013, 0x102, "<html><script>new ActiveXObject('WScript.Shell').Run('a')</script></html>"u8.ToArray())),
            (Begins, new byte[14]), (AttachmentProperties, Property(0x3701, 0x0D, [.. new byte[16], .. Samples.Eicar]))));

        report.Part("body.rtf").MediaType.ShouldBe("application/rtf", Judged.Text(report));
        report.Part("body.html").Verdict.ShouldBe(Verdict.Suspicious);
        report.Verdict.ShouldBe(Verdict.Malicious);
    }

    [Fact]
    public void Complete_MessageWithRichText_OpensIt()
    {
        byte[] rtf = [.. new byte[8], .. "MELA"u8, 0, 0, 0, 0, .. "{\\rtf1{\\*\\template http://a.example/t.dotm}}"u8];
        var message = new OleMaker().Add("__properties_version1.0", new byte[32]).Add("__substg1.0_10090102", rtf).ToArray();

        Judged.Of(message).Part("body.rtf").Verdict.ShouldBe(Verdict.Suspicious);
    }

    /// <summary>The sound of a reminder lies on somebody's file share.</summary>
    [Fact]
    public void Complete_ReminderOfAShare_IsSuspicious()
    {
        const string share = @"\\192.0.2.1\a.wav";
        var text = System.Text.Encoding.Unicode.GetBytes(share);
        var message = new OleMaker().Add("__properties_version1.0", new byte[32]).Add("__substg1.0_8005001F", text).ToArray();
        byte[] named = [.. new byte[16], 0, 0, 0, 0, 0x1F, 0x85, 0, 0, 1, 0, 0, 0, .. BitConverter.GetBytes(text.Length), .. text];
        var winmail = OutlookMaker.Tnef((MessageProperties, [1, 0, 0, 0, 0x1F, 0, 0x1F, 0x85, .. named, .. new byte[3]]));

        foreach (var file in (byte[][])[message, winmail])
        {
            var report = Judged.Of(file);

            report.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(report));
            report.Rules().ShouldBe(["office.file-share"]);
        }
    }

    [Fact]
    public void Complete_DamagedWinmailDat_IsUnable()
    {
        byte[] whole = OutlookMaker.Tnef((Begins, new byte[14]), (Data, Samples.Text));

        Judged.Of(whole[..^20]).Gaps().ShouldContain("broken");
        Judged.Of(OutlookMaker.Tnef((MessageProperties, [0xFF, 0xFF, 0xFF, 0xFF, 3, 0, 1, 0]))).Gaps().ShouldContain("broken");
        Judged.Of(OutlookMaker.Tnef((MessageProperties, Property(0x1009, 0x102, [.. new byte[8], .. "LZFu"u8, 0, 0, 0, 0, 0xFF])))).Gaps()
            .ShouldContain("broken");
    }

    [Fact]
    public void Complete_SectionOfOneNote_OpensItsFiles()
    {
        var script = "On Error Resume Next\r\nCreateObject(\"WScript.Shell\").Run \"calc\""u8.ToArray();

        Judged.Of(OutlookMaker.OneNote(script)).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of(OutlookMaker.OneNote(Samples.Program, Samples.Png)).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of(OutlookMaker.OneNote(Samples.Text)).Rules().ShouldBe(["office.packed-file"]);
        var picture = Judged.Of(OutlookMaker.OneNote(Samples.Png));
        (picture.Verdict, picture.Rules().Contains("office.packed-file")).ShouldBe((Verdict.Clean, false));
        Judged.Of(OutlookMaker.OneNote(Samples.Text)[..^10]).Gaps().ShouldContain("broken");
    }

    private static byte[] Property(int id, int type, byte[] value) =>
    [
        1, 0, 0, 0, (byte)type, (byte)(type >> 8), (byte)id, (byte)(id >> 8), 1, 0, 0, 0, .. BitConverter.GetBytes(value.Length), .. value,
        .. new byte[(4 - (value.Length % 4)) % 4],
    ];
}
