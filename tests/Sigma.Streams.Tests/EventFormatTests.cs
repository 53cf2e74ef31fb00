using System.Buffers.Binary;
using System.IO.Compression;
using System.IO.Hashing;
using System.Text;
using System.Text.Json.Nodes;
using Sigma.Streams.Events;
using Sigma.Streams.Events.WindowsLogs;
using static Sigma.Streams.Tests.ReadFile;

namespace Sigma.Streams.Tests;

/// <summary>Files that are not JSON, as they lie in evidence folders.</summary>
public sealed class EventFormatTests
{
    private const string Event =
        """{"Event":{"System":{"EventID":4688,"Channel":"Security","Security":null},"EventData":{"Image":"TEXT"}}}""";

    [Fact]
    public void Read_AnEventLog_GivesItsEventsInTheUsualShape()
    {
        var read = Read(EvtxFile.Of(["a.exe", "é\"\\"], [], ["c"]));

        read.Records.ShouldBe([Event.Replace("TEXT", "a.exe"), Event.Replace("TEXT", "é\\\"\\\\"), Event.Replace("TEXT", "c")]);
        read.Notes.ShouldBeEmpty();
        read.Places[0].Offset.ShouldBe(4096 + 512);
        read.Places[2].Offset.ShouldBe(4096 + (2 * 64 * 1024) + 512);
    }

    [Theory]
    [InlineData(100, 0, "ends at byte 100, within its header")]
    [InlineData(4096, 0, "ends at byte 4096, before the last chunk")]
    [InlineData(4096 + (64 * 1024), 1, "ends at byte 69632, before the last chunk")]
    public void Read_ACopyThatStoppedBetweenChunks_SaysSo(int length, int records, string note)
    {
        var log = EvtxFile.Of(["a"], ["b"]);
        log[42] = 2; // the number of chunks
        var read = Read(log[..length]);

        read.Records.Count.ShouldBe(records);
        read.Notes.ShouldHaveSingleItem().ShouldContain(note);
        read.Broken.ShouldBe(1);
    }

    [Fact]
    public void Read_ADamagedChunk_LosesItsOwnEventsOnlyAndSaysSo()
    {
        var log = EvtxFile.Of(["a"], ["b"], ["c"], ["d1", "d2"]);
        log[4096 + (64 * 1024)] = (byte)'X';
        log.AsSpan(4096 + (2 * 64 * 1024) + 512 + 100, 40).Fill(0xEE); // inside of the event
        var read = Read(log);

        read.Records.ShouldBe([Event.Replace("TEXT", "a"), Event.Replace("TEXT", "d1"), Event.Replace("TEXT", "d2")]);
        read.Notes.Count.ShouldBe(2);
        read.Notes[0].ShouldContain("chunk at byte 69632 is damaged");
        read.Notes[1].ShouldContain($"event at byte {4096 + (2 * 64 * 1024) + 512} is damaged");
        read.Broken.ShouldBe(2);
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 0)] // the log was not closed
    public void Read_AChunkWithoutTheChecksumOfItsHeader_GivesItsEventsAndSaysSo(byte flags, int notes)
    {
        const int Chunk = 4096;
        var log = EvtxFile.Of(["a", "b"]);
        log[120] = flags;
        var end = BinaryPrimitives.ReadInt32LittleEndian(log.AsSpan(Chunk + 48));
        BinaryPrimitives.WriteUInt32LittleEndian(log.AsSpan(Chunk + 52), Crc32.HashToUInt32(log.AsSpan((Chunk + 512)..(Chunk + end))));
        byte[] header = [.. log.AsSpan(Chunk, 120), .. log.AsSpan(Chunk + 128, 512 - 128)];
        BinaryPrimitives.WriteUInt32LittleEndian(log.AsSpan(Chunk + 124), Crc32.HashToUInt32(header));
        Read(log).Notes.ShouldBeEmpty();

        log[log.AsSpan().IndexOf(Encoding.Unicode.GetBytes("a\u1250"))] = (byte)'c';
        var read = Read(log);

        read.Records.Count.ShouldBe(2);
        read.Broken.ShouldBe(notes);
        read.Notes.Count(note => note.Contains("chunk at byte 4096 is damaged", StringComparison.Ordinal)).ShouldBe(notes);
    }

    [Fact]
    public void Read_AChunkOfZerosThatTheHeaderCounts_IsDamage()
    {
        const int Chunk = 64 * 1024;
        var log = EvtxFile.Of(["a"], ["b"], ["c"]);
        log[42] = 3; // chunks
        log.AsSpan(4096 + Chunk, Chunk).Clear();
        var read = Read([.. log, .. new byte[Chunk]]);

        read.Records.ShouldBe([Event.Replace("TEXT", "a"), Event.Replace("TEXT", "c")]);
        read.Notes.ShouldHaveSingleItem().ShouldContain("chunk at byte 69632 is damaged");
    }

    [Fact]
    public void Read_PartsOfALogThatHoldNoEvents_AreNoDamage()
    {
        var log = EvtxFile.Of(["a"], ["b", "left over"]);
        BinaryPrimitives.WriteUInt32LittleEndian(log.AsSpan(4096 + 48), 65536); // counts the space behind the event too
        BinaryPrimitives.WriteUInt64LittleEndian(log.AsSpan(4096 + (64 * 1024) + 32), 1); // the first event is the last one
        var read = Read([.. log, .. new byte[64 * 1024], .. Enumerable.Repeat((byte)0xEE, 2 * 64 * 1024)]);

        read.Records.ShouldBe([Event.Replace("TEXT", "a"), Event.Replace("TEXT", "b")]);
        read.Notes.ShouldHaveSingleItem().ShouldStartWith("2 parts behind its last chunk");
        read.Broken.ShouldBe(0);
    }

    /// <summary>The header's last event is 7 of 7 and 8; then it is 9, which is not there.</summary>
    [Theory]
    [InlineData(7, 0)]
    [InlineData(8, 0)]
    [InlineData(9, 1)]
    public void Read_AHeaderThatNamesAnotherLastEvent_GivesAllThatAreThereAndSaysWhatIsNot(ulong last, int notes)
    {
        const int Chunk = 4096;
        const int First = Chunk + 512;
        var log = EvtxFile.Of(["a", "b"]);
        var second = First + BinaryPrimitives.ReadInt32LittleEndian(log.AsSpan(First + 4));
        BinaryPrimitives.WriteUInt64LittleEndian(log.AsSpan(Chunk + 32), last);
        BinaryPrimitives.WriteUInt64LittleEndian(log.AsSpan(First + 8), 7);
        BinaryPrimitives.WriteUInt64LittleEndian(log.AsSpan(second + 8), 8);

        var read = Read(log);

        read.Records.ShouldBe([Event.Replace("TEXT", "a"), Event.Replace("TEXT", "b")]);
        read.Notes.Count.ShouldBe(notes);
        read.Broken.ShouldBe(notes);
    }

    [Fact]
    public void Read_ATemplateThatContainsItself_IsADamagedEventAndTheOthersAreRead()
    {
        var read = Read([.. EvtxFile.Of(["a"]), .. EvtxFile.Chunk(["b"], refersToItself: true), .. EvtxFile.Chunk(["c"])]);

        read.Records.ShouldBe([Event.Replace("TEXT", "a"), Event.Replace("TEXT", "c")]);
        read.Notes.ShouldHaveSingleItem().ShouldContain("more than");
    }

    [Fact]
    public void Read_ACutLog_GivesWhatIsThereAndSaysSo()
    {
        var log = EvtxFile.Of(["a"], ["b"]);
        var read = Read(log[..^1000]);

        read.Records.Count.ShouldBe(2);
        read.Notes.ShouldHaveSingleItem().ShouldContain("ends in the middle");
    }

    [Fact]
    public void Read_AnyByteOfALogChanged_NeitherFailsNorHangs()
    {
        var log = EvtxFile.Of(["a.exe", "b.exe"]);
        var random = new Random(7);
        for (var i = 0; i < 5_000; i++)
        {
            var damaged = (byte[])log.Clone();
            for (var changes = random.Next(1, 4); changes > 0; changes--)
            {
                damaged[4096 + random.Next(0, 1400)] = (byte)random.Next(256);
            }

            Read(damaged).Records.Count.ShouldBeLessThan(4);
        }
    }

    [Theory]
    [InlineData(0, 1, "00", "")]
    [InlineData(2, 3, "804100", "€A")]
    [InlineData(13, 4, "01000000", "true")]
    [InlineData(5, 2, "FFFF", "-1")]
    [InlineData(15, 16, "22385F572AC2E043BF4C06F5698FFBD9", "575F3822-C22A-43E0-BF4C-06F5698FFBD9")]
    [InlineData(17, 8, "0080EAE6472042D5", "-3079863701979103232")]
    [InlineData(17, 8, "00803ED5DEB19D01", "1970-01-01T00:00:00.000000Z")]
    [InlineData(18, 16, "EA070B000400160017003B003B00E703", "2026-11-22T23:59:59.999000Z")]
    [InlineData(19, 12, "010100000000000512000000", "S-1-5-18")]
    [InlineData(20, 4, "E7030000", "0x3e7")]
    [InlineData(21, 8, "00000000000080FF", "0xff80000000000000")]
    [InlineData(14, 3, "0aFF10", "0AFF10")]
    [InlineData(0x87, 8, "0100000002000000", "1,2")]
    [InlineData(0x81, 8, "6100000062000000", "a,b")]
    public void Read_AValue_IsWrittenAsWindowsDoes(int type, int length, string bytes, string text) =>
        BinXmlValues.Read((byte)type, Convert.FromHexString(bytes).AsSpan(0, length)).Text.ShouldBe(text);

    [Theory]
    [InlineData("<Event xmlns='x'><System><EventID>4688</EventID><Security/></System>"
        + "<EventData><Data Name='Image'>a&amp;b</Data></EventData></Event>",
        """{"Event":{"#attributes":{"xmlns":"x"},"System":{"EventID":"4688","Security":null},"EventData":{"Image":"a&b"}}}""")]
    [InlineData("<?xml version=\"1.0\"?>\r\n<Events>\r\n<Event><EventData><Data>a</Data><Data></Data></EventData></Event></Events>",
        """{"Event":{"EventData":{"Data":{"#text":["a",""]}}}}""")]
    [InlineData("<Event><System><EventID Qualifiers='1'>7</EventID></System><UserData><A><B>1</B><B>2</B></A></UserData></Event>",
        """{"Event":{"System":{"EventID":{"#attributes":{"Qualifiers":"1"},"#text":"7"}},"UserData":{"A":{"B":"1","B_1":"2"}}}}""")]
    [InlineData("<Events xmlns:f='x'><Event><f:Info Data='N'>B</f:Info></Event></Events>",
        """{"Event":{"Info":{"#attributes":{"Data":"N"},"#text":"B"}}}""")] // its prefix is declared around it
    [InlineData("<Event><EventData><Data Name='a'>&#x1;\u0002b\r\nc</Data></EventData></Event>",
        """{"Event":{"EventData":{"a":"\u0001\u0002b\r\nc"}}}""")] // no characters of XML 1.0
    [InlineData("<Event><EventData><Data Name='a'>http://b/?c=1&d=2&amp;e</Data></EventData></Event>",
        """{"Event":{"EventData":{"a":"http://b/?c=1&d=2&e"}}}""")]
    [InlineData("- <Event xmlns='x'>\n- <System>\n <EventID>7</EventID> \n </System>\n"
        + "- <EventData>\n <Data Name='a'>-</Data> \n </EventData>\n </Event>",
        """{"Event":{"#attributes":{"xmlns":"x"},"System":{"EventID":"7"},"EventData":{"a":"-"}}}""")] // as browsers show it
    public void Read_XmlOfAnEvent_GivesTheSameShape(string xml, string json) => Read(xml).Records.ShouldBe([json]);

    [Fact]
    public void Read_AFileNamedXml_IsXmlHoweverItBegins() =>
        Read("<!-- exported --><Log><Event><a>1</a></Event></Log>", "x.XML").Records.ShouldBe(["""{"Event":{"a":"1"}}"""]);

    [Theory]
    [InlineData("x.csv", "AuditData,CreationDate,_raw,host\r\n\"{\"\"a\"\":1}\",x,y,z\r\n\"{\"\"a\"\":2}\",x,y,z\r\n")] // out of an index
    [InlineData("x.csv", "RecordId,Operation,AuditData,AssociatedAdminUnits\r\n1,Y,\"{\"\"a\"\":1}\",\r\n2,Y,\"{\"\"a\"\":2}\",\r\n")]
    [InlineData("x.log", "<134>1 2026-11-27T00:00:00Z h app 1 - - {\"Records\":[{\"a\":1},{\"a\":2}]}\n")]
    public void Read_ContainersInsideOfOtherFormats_AreUnwrapped(string name, string text) =>
        Read(text, name).Records.ShouldBe(["{\"a\":1}", "{\"a\":2}"]);

    [Fact]
    public void Read_OtherXml_IsOneNote()
    {
        var read = Read("<?xml version='1.0'?><Objs Version='1.1.0.1'><Obj><S N='Message'>Event</S></Obj></Objs>");

        read.Records.ShouldBeEmpty();
        read.Notes.ShouldHaveSingleItem().ShouldContain("without an Event element");
    }

    [Fact]
    public void Read_ABrokenXmlEventAmongOthers_CostsNoOther()
    {
        var read = Read("<Events><Event><a>1</a></Event><Event><a></b></Event><Event><a>2</a></Event>");

        read.Records.ShouldBe(["""{"Event":{"a":"1"}}""", """{"Event":{"a":"2"}}"""]);
        read.Notes.ShouldHaveSingleItem().ShouldContain("byte 31 is not XML");
    }

    [Theory]
    [InlineData("a,b\n1,x\n", """{"a":"1","b":"x"}""")]
    [InlineData("a;b;c\r\n1;;\"\"\r\n", """{"a":"1","c":""}""")]
    [InlineData("a\tb\n1\tx,y\n", """{"a":"1","b":"x,y"}""")]
    [InlineData("a,b\n\"1 \"\"q\"\",\nx\",2\n", """{"a":"1 \"q\",\nx","b":"2"}""")]
    [InlineData("\uFEFFa,b\n1,2\n", """{"a":"1","b":"2"}""")]
    [InlineData("a,b\n1,2,three\n", """{"a":"1","b":"2","column3":"three"}""")] // the event viewer's header lacks the message
    [InlineData("#TYPE System.Diagnostics.EventLogEntry\r\n\"a\", \"b\"\r\n\"1\",\"2\"\r\n", """{"a":"1","b":"2"}""")]
    public void Read_Csv_GivesAnObjectForEachLine(string text, string json) => Read(text, "x.csv").Records.ShouldBe([json]);

    [Fact]
    public void Read_ALogOfZeek_HasItsPathAndNoAbsentFields() => Read(
        "#separator \\x09\n#set_separator\t,\n#unset_field\t-\n#path\tdns\n#fields\tts\tquery\tanswers\n#types\ttime\tstring\tstring\n"
        + "1.5\ta.example\t-\n2.5\t(empty)\tx\n#close\tx\n", "dns.log").Records.ShouldBe(
        ["""{"_path":"dns","ts":"1.5","query":"a.example"}""", """{"_path":"dns","ts":"2.5","query":"","answers":"x"}"""]);

    [Fact]
    public void Read_SetsAndEscapesOfZeek_AreArraysAndCharacters() => Read(
        "#separator \\x09\n#path\tx509\n#fields\tnames\ttext\tnone\n#types\tvector[string]\tstring\tset[addr]\n"
        + "a.example,b.example\ta\\x09b\t(empty)\n", "x509.log").Records.ShouldBe(
        ["""{"_path":"x509","names":["a.example","b.example"],"text":"a\tb","none":[]}"""]);

    [Theory]
    [InlineData("#Software: IIS\r\n#Version: 1.0\r\n#Fields: date time cs-method cs-uri-query cs(Cookie)\r\n"
        + "2026-01-02 03:04:05 GET - a+b\r\n#Fields: cs-method\r\nPUT\r\n", """
        {"@timestamp":"2026-01-02T03:04:05Z","date":"2026-01-02","time":"03:04:05","cs-method":"GET","cs(Cookie)":"a+b"} {"cs-method":"PUT"}
        """)]
    [InlineData("#Fields: c-uri cs(User-Agent)\n/a \"b \"\"c\"\"\"\n", """{"c-uri":"/a","cs(User-Agent)":"b \"c\""}""")] // a proxy
    [InlineData("#Software: Exchange\n#Fields: date-time,event-id\n2026-01-02T03:04:05.000Z,SEND\n", """
        {"date-time":"2026-01-02T03:04:05.000Z","event-id":"SEND"}
        """)]
    [InlineData("#Version: 1.0\n#Fields: c-ip cs(User-Agent) time\n192.0.2.1\ta b\t-\n", """
        {"c-ip":"192.0.2.1","cs(User-Agent)":"a b"}
        """)] // CloudFront
    [InlineData("#Fields:\tc-ip\tcs-uri\n192.0.2.1\t/\n192.0.2.2 /a\tb\n", """
        {"c-ip":"192.0.2.1","cs-uri":"/"} {"c-ip":"192.0.2.2","cs-uri":"/a\tb"}
        """)]
    [InlineData("#Version: 1.5\n#Time Format: Local\n#Fields: date time action\n2026-01-02 03:04:05 DROP\n", """
        {"@timestamp":"2026-01-02T03:04:05","date":"2026-01-02","time":"03:04:05","action":"DROP"}
        """)] // the firewall of Windows
    public void Read_ALogInTheExtendedFormatOfTheW3C_HasItsFields(string text, string json) =>
        string.Join(' ', Read(text, "u_ex1.log").Records).ShouldBe(json.Trim());

    [Theory]
    [InlineData("# who did what\n\n#\ntype=LOGIN msg=audit(1.000:7): pid=1\n", "\"serial\":\"7\"")]
    [InlineData("### written by a test\n#separator \\x09\n#path\tdns\n#fields\tquery\na.example\n", "\"query\":\"a.example\"")]
    public void Read_CommentsBeforeTheFirstEvent_DoNotHideTheFormat(string text, string member)
    {
        var read = Read(text, "x.txt");

        read.Records.ShouldHaveSingleItem().ShouldContain(member);
        read.Notes.ShouldBeEmpty();
    }

    [Fact]
    public void Read_CsvWithFarTooManyColumns_IsOneNote()
    {
        var row = string.Join(',', Enumerable.Range(0, 10_000));
        var read = Read($"{row}\n{row}\n", "x.csv");

        read.Records.ShouldBeEmpty();
        read.Notes.ShouldHaveSingleItem().ShouldContain("10000 columns");
        read.Broken.ShouldBe(1);
    }

    [Theory]
    [InlineData("<34>1 2003-10-11T22:14:15.003Z host su 7 ID47 [x@1 a=\"b]\"] {\"a\":1}\n", """{"a":1}""")]
    [InlineData("<13>Oct 11 22:14:15 host prog[12]: {\"a\":1}\n", """{"a":1}""")]
    [InlineData("192.0.2.1 6705: Feb 17 13:40:03.673: %PARSER-5-LOGGED: User:a  logged command:b\n", """
        {"timestamp":"Feb 17 13:40:03.673","hostname":"192.0.2.1","program":"%PARSER-5-LOGGED","message":"User:a  logged command:b"}
        """)] // as a device of Cisco numbers its messages
    [InlineData("Oct  1 22:14:15 host prog: @cee: {\"a\":1}\n", """{"a":1}""")]
    [InlineData("2026-11-22T22:14:15+01:00 host prog: {\"a\":1}\n", """{"a":1}""")]
    [InlineData("<34>Oct 11 22:14:15 h su[9]: Failed\n",
        """{"timestamp":"Oct 11 22:14:15","hostname":"h","program":"su","pid":"9","facility":"4","severity":"2","message":"Failed"}""")]
    [InlineData("<165>1 2003-10-11T22:14:15Z h - - - - \uFEFFtext here\n",
        """{"timestamp":"2003-10-11T22:14:15Z","hostname":"h","facility":"20","severity":"5","message":"text here"}""")]
    [InlineData("<14>Jan  1 00:00:00 host {\"a\":1}\n", """{"a":1}""")]
    [InlineData("<14>Jan  1 00:00:00 {\"a\":1}\n", """{"a":1}""")]
    [InlineData("Jan  1 00:00:00 host host prog[7]: {\"a\":1}\n", """{"a":1}""")]
    [InlineData("<82>Mar  1 01:00:00 172.20.245.8 tag @cee: {\"a\": 1}\n", """{"a": 1}""")]
    [InlineData("35 <34>1 2003-10-11T22:14:15Z h - - - - {\"a\":1}\n", """{"a":1}""")]
    [InlineData("Oct 11 22:14:15.123 h prog: {no json}\n",
        """{"timestamp":"Oct 11 22:14:15.123","hostname":"h","program":"prog","message":"{no json}"}""")]
    [InlineData("Jul  1 09:29:02 h sandboxd[129] ([31211]): deny\n",
        """{"timestamp":"Jul  1 09:29:02","hostname":"h","program":"sandboxd","pid":"129","message":"deny"}""")]
    [InlineData("<165>1 2003-10-11T22:14:15Z h - - - [x@1 a=\"b\\\"c\" d=\"e\"][y f=\"g\"] text\n",
        """{"timestamp":"2003-10-11T22:14:15Z","hostname":"h","facility":"20","severity":"5","x@1.a":"b\"c","x@1.d":"e","y.f":"g","""
        + "\"message\":\"text\"}")]
    [InlineData("<165>1 2003-10-11T22:14:15Z h - - - [o ip=\"1\" ip=\"2\" ][z] [x y] text\n",
        """{"timestamp":"2003-10-11T22:14:15Z","hostname":"h","facility":"20","severity":"5","o.ip":["1","2"],"message":"[x y] text"}""")]
    [InlineData("<165>1 2003-10-11T22:14:15Z h - - - [x a=\"b] text\n",
        """{"timestamp":"2003-10-11T22:14:15Z","hostname":"h","facility":"20","severity":"5","message":"[x a=\"b] text"}""")]
    [InlineData("<165>1 2003-10-11T22:14:15Z h - - - -\n",
        """{"timestamp":"2003-10-11T22:14:15Z","hostname":"h","facility":"20","severity":"5","message":""}""")]
    [InlineData("Oct 19 18:30:13.311: %SYS-5-CONFIG_I: Configured\n",
        """{"timestamp":"Oct 19 18:30:13.311","program":"%SYS-5-CONFIG_I","message":"Configured"}""")]
    [InlineData("<166>Nov 09 2022 10:01:59: %ASA-6-725007: SSL session\n",
        """{"timestamp":"Nov 09 2022 10:01:59","program":"%ASA-6-725007","facility":"20","severity":"6","message":"SSL session"}""")]
    [InlineData("<134> id=firewall sn=1\n", """{"facility":"16","severity":"6","message":"id=firewall sn=1"}""")]
    public void Read_Syslog_GivesTheJsonInsideOrTheMessage(string line, string json) => Read(line).Records.ShouldBe([json]);

    [Theory]
    [InlineData("bad user x@cee:{}")]
    [InlineData("bad user @cee:{}")]
    [InlineData("bad user x: {}")]
    [InlineData("x@cee:{}")]
    [InlineData("@cee: {")]
    [InlineData("@cee: 1")]
    [InlineData("@cee: {} {}")]
    public void Read_SyslogWithAnObjectInItsText_KeepsTheText(string message) => Read($"Oct 11 22:14:15 h app[1]: {message}\n").Records
        .ShouldBe([$$"""{"timestamp":"Oct 11 22:14:15","hostname":"h","program":"app","pid":"1","message":"{{message}}"}"""]);

    [Theory]
    [InlineData("", "[", "=] m")]
    [InlineData("[x", " a=\"\"", "")]
    [InlineData("[x a=\"", "\\", "")]
    [InlineData("", "[a]", "[")]
    [InlineData("[", "a", " b=\"c\"]")]
    [InlineData("", "a: ", "@cee:")]
    [InlineData("@cee:", " ", "")]
    public void Read_SyslogThatRepeatsItself_IsRead(string begin, string repeated, string end)
    {
        var text = begin + string.Concat(Enumerable.Repeat(repeated, 900_000 / repeated.Length)) + end;

        var message = JsonNode.Parse(Read($"<34>1 2003-10-11T22:14:15Z h - - - {text}\n").Records.ShouldHaveSingleItem())!["message"];

        ((string)message!).ShouldBe(repeated == "[a]" ? end : text);
    }

    [Fact]
    public void Read_Utf16AndGzip_AreDecoded()
    {
        const string Text = "{\"a\":\"é\"}\r\n{\"a\":2}\r\n";
        var utf16 = Encoding.Unicode.GetPreamble().Concat(Encoding.Unicode.GetBytes(Text)).ToArray();
        var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(utf16);
        }

        foreach (var bytes in (byte[][])[utf16, packed.ToArray(), utf16[2..], Encoding.BigEndianUnicode.GetBytes(Text)])
        {
            Read(bytes).Records.Select(record => record.Trim()).ShouldBe(["{\"a\":\"é\"}", "{\"a\":2}"]);
        }
    }

    [Fact]
    public void Find_WithPatterns_TakesTheFilesOfFoldersThatMatchOne()
    {
        using var folder = new TempDirectory();
        foreach (var name in (string[])["a.json", "b.yml", "c.ndjson", "d.txt"])
        {
            File.WriteAllText(folder.Combine(name), "");
        }

        EventFiles.Find([folder.Path, folder.Combine("d.txt")], ["*.json", "c*"]).Select(Path.GetFileName)
            .ShouldBe(["a.json", "c.ndjson", "d.txt"]);
    }
}
