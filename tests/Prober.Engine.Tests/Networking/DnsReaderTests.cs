using Prober.Engine.Networking.Naming;

namespace Prober.Engine.Tests.Networking;

public sealed class DnsReaderTests
{
    private static readonly byte[] Query = DnsQuery.Write(0x1234, new("www.example.test", DnsType.A));

    private static readonly byte[] Good =
        DnsAnswer.To(Query, answers: [DnsAnswer.Alias("web.test"), DnsAnswer.Address("192.0.2.7", 30, DnsAnswer.Name("WEB.test"))]);

    public static TheoryData<string, byte[]> Malformed => new()
    {
        { "nothing", [] },
        { "a head alone", Good[..12] },
        { "half a question", Good[..20] },
        { "half a record", Good[..^3] },
        { "a query", Query },
        { "no question", With(Good, 5, 0) },
        { "more answers than there are", With(Good, 7, 9) },
        { "a name that points at itself", With(With(Good, 34, 0xC0), 35, 34) },
        { "a name that points forwards", With(With(Good, 34, 0xC0), 35, 60) },
        { "a question that points at itself", With(With(Good, 12, 0xC0), 13, 12) },
        { "a label of an unknown kind", With(Good, 12, 0x80) },
        { "a label beyond the end", With(Good, 12, 0x3F) },
        { "an address of three bytes", DnsAnswer.To(Query, answers: [DnsAnswer.Record(1, [1, 2, 3])]) },
        { "an alias that points at its own pointer", DnsAnswer.To(Query, answers: [DnsAnswer.Record(5, [0xC0, 46])]) },
        { "a text longer than its record", DnsAnswer.To(Query, answers: [DnsAnswer.Record(16, [200, 1])]) },
        { "a name of 330 bytes", DnsAnswer.To(Query, answers: [DnsAnswer.Alias(string.Join('.', Enumerable.Repeat("0123456789", 30)))]) },
        { "an SOA without numbers", DnsAnswer.To(Query, answers: [DnsAnswer.Record(6, [0, 0])]) },
        { "an MX of one byte", DnsAnswer.To(Query, answers: [DnsAnswer.Record(15, [1])]) },
    };

    [Fact]
    public void Read_AliasAndAddress_LeadToTheAddress()
    {
        var message = DnsReader.Read(Good).ShouldNotBeNull();

        message.Id.ShouldBe((ushort)0x1234);
        message.Question.ShouldBe(new("www.example.test", DnsType.A));
        message.Addresses().Addresses.ShouldBe(["192.0.2.7"]);
        message.Addresses().TimeToLive.ShouldBe(30u);
    }

    [Theory]
    [MemberData(nameof(Malformed))]
    public void Read_MalformedBytes_IsNull(string what, byte[] bytes) => DnsReader.Read(bytes).ShouldBeNull(what);

    [Fact]
    public void Read_AnyBytes_EndsWithoutAnException()
    {
        var random = new Random(18);
        for (var i = 0; i < 20_000; i++)
        {
            byte[] bytes = [.. Good];
            for (var changes = random.Next(1, 6); changes > 0; changes--)
            {
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            }

            DnsReader.Read(bytes.AsSpan(0, random.Next(bytes.Length + 1)));
        }
    }

    [Fact]
    public void Read_RecordsOfManyTypes_AreAsAZoneFileHasThem()
    {
        var message = DnsReader.Read(DnsAnswer.To(
            Query,
            answers:
            [
                DnsAnswer.Record(15, [0, 10, .. DnsAnswer.Name("mail.test")]),
                DnsAnswer.Record(33, [0, 1, 0, 2, 0, 80, .. DnsAnswer.Name("srv.test")]),
                DnsAnswer.Record(16, [3, .. "a b"u8, 1, .. "c"u8]),
                DnsAnswer.Record(99, [0xAB, 1]),
            ],
            authorities: [DnsAnswer.Authority(300)])).ShouldNotBeNull();

        message.Answers.Select(record => record.Data).ShouldBe(["10 mail.test", "1 2 80 srv.test", "a bc", "ab01"]);
        message.NegativeTimeToLive.ShouldBe(300u);
    }

    [Fact]
    public void Addresses_AliasesInACircle_AreNone()
    {
        var message = DnsReader.Read(DnsAnswer.To(Query, answers: [DnsAnswer.Alias("www.example.test")])).ShouldNotBeNull();

        message.Addresses().Addresses.ShouldBeEmpty();
    }

    private static byte[] With(byte[] bytes, int at, byte octet)
    {
        byte[] changed = [.. bytes];
        changed[at] = octet;
        return changed;
    }
}
