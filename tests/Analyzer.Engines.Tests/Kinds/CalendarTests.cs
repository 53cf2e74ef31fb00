using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Appointments and address cards: what they attach, and where they lead.</summary>
public sealed class CalendarTests
{
    private static string Event(params IEnumerable<string> lines) =>
        $"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY:A meeting\r\n{string.Join("\r\n", lines)}\r\nEND:VEVENT\r\n"
        + "END:VCALENDAR\r\n";

    private static string Card(string line) => $"BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A B\r\n{line}\r\nEND:VCARD\r\n";

    // Lines of 75 bytes, which go on behind a blank.
    private static string Folded(string line) => string.Join("\r\n ", line.Chunk(74).Select(piece => new string(piece)));

    [Fact]
    public void Complete_OrdinaryAppointment_IsClean()
    {
        var report = Judged.Of(Event(
            "ORGANIZER;CN=\"A: B\":mailto:a@example.org", "URL:https://a.example/meeting", "CONFERENCE;VALUE=URI:https://a.example/room",
            "ATTACH;FMTTYPE=application/pdf:https://a.example/agenda.pdf", "DESCRIPTION:See \\\\\\\\server\\\\share and file://server/a",
            "X-ALT-DESC;FMTTYPE=text/html:<html><body>Hello\\, <b>all</b>.\\n</body></html>",
            Folded($"ATTACH;ENCODING=BASE64;VALUE=BINARY;FILENAME=a.png:{Convert.ToBase64String(Samples.Png)}"),
            "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM"));

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Clean, "text/calendar"), Judged.Text(report));
        report.Part("a.png").MediaType.ShouldBe("image/png");
        Judged.Of(Card($"PHOTO;ENCODING=b;TYPE=PNG:{Convert.ToBase64String(Samples.Png)}")).Verdict.ShouldBe(Verdict.Clean);
    }

    [Theory]
    [InlineData("ATTACH:file://server/share/a.docx", "calendar.file-share")]
    [InlineData("ATTACH;FMTTYPE=application/msword:\\\\server\\share\\a.doc", "calendar.file-share")]
    [InlineData("ATTACH:fi\r\n le://\r\n\tserver/share/a.docx", "calendar.file-share")]
    [InlineData("BEGIN:VALARM\r\nACTION:AUDIO\r\nATTACH;FMTTYPE=audio/basic:file://10.0.0.1/a.wav\r\nEND:VALARM", "calendar.file-share")]
    [InlineData("DESCRIPTION;ALTREP=\"file://server/a.html\":x", "calendar.file-share")]
    [InlineData("X-THING;VALUE=URI:\\\\server\\share", "calendar.file-share")]
    [InlineData("BEGIN:VALARM\r\nACTION:PROCEDURE\r\nATTACH:file:///C:/Windows/calc.exe\r\nEND:VALARM", "calendar.procedure")]
    [InlineData("PALARM:19960415T235000;PT5M;2;file:///a/b.exe", "calendar.procedure")]
    [InlineData("URL:search-ms:query=a&crumb=location:\\\\server\\share", "calendar.starting-address")]
    [InlineData("url:javascript:alert(1)", "calendar.starting-address")]
    [InlineData("item1.URL:https://a.example/setup.exe", "calendar.link-program")]
    [InlineData("ATTACH:file:///C:/Users/Public/a.lnk", "calendar.link-program")]
    [InlineData("X-ALT-DESC;FMTTYPE=text/html:<html><script>eval(atob(\\'YQ==\\')\\,1)\\;</script></html>", "script.runs-decoded")]
    [InlineData("ATTACH;FMTTYPE=text/html:data:text/html,%3Cscript%3Eeval(atob('YQ=='))%3C/script%3E", "script.runs-decoded")]
    public void Complete_WhatLeadsOut_IsFound(string line, string rule)
    {
        var appointment = Judged.Of(Event(line));

        appointment.Verdict.ShouldBe(rule == "calendar.procedure" ? Verdict.Malicious : Verdict.Suspicious, Judged.Text(appointment));
        appointment.Rules().ShouldContain(rule);
        Judged.Of(Card(line)).Rules().ShouldContain(rule);
    }

    [Fact]
    public void Complete_AttachedFiles_AreOpened()
    {
        var program = Convert.ToBase64String(Samples.Program);
        string[] lines =
        [
            Folded($"ATTACH;VALUE=BINARY;ENCODING=BASE64;X-FILENAME=\"a.exe\":{program}"),
            $"ATTACH:data:application/octet-stream;base64,{program}",
            Folded($"ATTACH:data:application/octet-stream;base64,{program}"), $"ATTACH;ENCODING=BASE64:{program}",
        ];
        foreach (var line in lines)
        {
            var report = Judged.Of(Event(line));

            report.Verdict.ShouldBe(Verdict.Suspicious, line);
            report.Rules().ShouldContain("part.program");
            report.Parts.ShouldNotBeNull().ShouldHaveSingleItem().Size.ShouldBe(Samples.Program.Length);
        }
    }

    [Theory]
    [InlineData("BEGIN:VCALENDAR")]
    [InlineData("BEGIN:VCARD\n\n:\n;=\"\n \nATTACH")]
    [InlineData("BEGIN:VCALENDAR\nATTACH;ENCODING=BASE64")]
    [InlineData("BEGIN:VCALENDAR\nA;\"\n \n :::\"")]
    public void Complete_CutOrOdd_IsClean(string file) => Judged.Of(file).Verdict.ShouldBe(Verdict.Clean);

    [Fact]
    public void Complete_EndlessProperty_IsUnableAndCheap()
    {
        Judged.Of($"BEGIN:VCALENDAR\nA;{new string('b', 200_000)}").Verdict.ShouldBe(Verdict.Unable);
        Judged.Of($"BEGIN:VCALENDAR\nURL:{new string(',', 200_000)}").Verdict.ShouldBe(Verdict.Clean);
    }
}
