namespace Prober.Engine.Networking.Naming;

/// <summary>Types of records, as RFC 1035 and its successors number them.</summary>
public enum DnsType : ushort
{
    A = 1,
    NS = 2,
    CNAME = 5,
    SOA = 6,
#pragma warning disable CA1720 // The record has this name.
    PTR = 12,
#pragma warning restore CA1720
    MX = 15,
    TXT = 16,
    AAAA = 28,
    SRV = 33,

    /// <summary>A question for whatever the server has (RFC 8482).</summary>
    ANY = 255,
    CAA = 257,
}

/// <summary>The result code of a server (RFC 1035, section 4.1.1).</summary>
public enum DnsStatus
{
    NoError = 0,
    FormatError = 1,
    ServerFailure = 2,
    NoSuchName = 3,
    NotImplemented = 4,
    Refused = 5,
}

public static class DnsStatuses
{
    /// <summary>The word of dig and its kin for a status.</summary>
    public static string Word(this DnsStatus status) => status switch
    {
        DnsStatus.NoError => "NOERROR",
        DnsStatus.NoSuchName => "NXDOMAIN",
        DnsStatus.ServerFailure => "SERVFAIL",
        DnsStatus.FormatError => "FORMERR",
        DnsStatus.NotImplemented => "NOTIMP",
        DnsStatus.Refused => "REFUSED",
        _ => $"code {(int)status}",
    };
}

/// <param name="Name">Without a dot at its end; labels of at most 63 bytes, 253 together.</param>
/// <param name="Class">1 for the Internet, 3 for CHAOS, which knows the server's version, 4 for Hesiod.</param>
/// <param name="AsksOthers">Whether the server shall ask others where it does not know the answer itself.</param>
public readonly record struct DnsQuestion(string Name, DnsType Type, ushort Class = 1, bool AsksOthers = true)
{
    private const int MaxLabel = 63;
    private const int MaxName = 253;

    /// <summary>Whether the name is a valid DNS name.</summary>
    public static bool IsName(string name) => name.Length is > 0 and <= MaxName
        && name.Split('.').All(label => label.Length is > 0 and <= MaxLabel && !label.AsSpan().ContainsAnyExceptInRange('!', '~'));
}

/// <param name="Owner">In lower case, without a dot at its end.</param>
/// <param name="TimeToLive">Seconds.</param>
/// <param name="Data">An address, a name, or the fields as a zone file has them; hex digits of a type that is not known here.</param>
/// <param name="NegativeTimeToLive">
/// For how many seconds an SOA allows the absence of a name to be cached (RFC 2308); null for other types.
/// </param>
public sealed record DnsRecord(string Owner, DnsType Type, uint TimeToLive, string Data, uint? NegativeTimeToLive = null);

/// <summary>The answer of a server.</summary>
/// <param name="IsTruncated">The answer did not fit: TCP has the whole.</param>
public sealed record DnsMessage(
    ushort Id,
    DnsStatus Status,
    bool IsTruncated,
    DnsQuestion Question,
    IReadOnlyList<DnsRecord> Answers,
    IReadOnlyList<DnsRecord> Authorities)
{
    private const int MaxAliases = 16;

    /// <summary>How many further records the server announces.</summary>
    public int AdditionalCount { get; init; }

    /// <summary>The further records; none when one of them cannot be read.</summary>
    public IReadOnlyList<DnsRecord> Additionals { get; init; } = [];

    /// <summary>The addresses of the queried name, along its aliases.</summary>
    /// <returns>The addresses, and how many seconds they may be cached; both are empty when there are none.</returns>
    public (IReadOnlyList<string> Addresses, uint TimeToLive) Addresses()
    {
        var (name, seconds) = (Question.Name.ToLowerInvariant(), uint.MaxValue);
        for (var aliases = 0; aliases <= MaxAliases; aliases++)
        {
            var owned = Answers.Where(record => record.Owner == name).ToList();
            if (owned.Where(record => record.Type == Question.Type).ToList() is { Count: > 0 } found)
            {
                return ([.. found.Select(record => record.Data)], Math.Min(seconds, found.Min(record => record.TimeToLive)));
            }

            if (owned.Find(record => record.Type == DnsType.CNAME) is not { } alias)
            {
                break;
            }

            (name, seconds) = (alias.Data, Math.Min(seconds, alias.TimeToLive));
        }

        return ([], 0);
    }

    /// <summary>
    /// The server names other servers instead of an answer (RFC 2308, section 2.2): it does not look names up, and cannot tell.
    /// </summary>
    public bool IsReferral => Status == DnsStatus.NoError && Answers.Count == 0
        && Authorities.Any(record => record.Type == DnsType.NS) && Authorities.All(record => record.Type != DnsType.SOA);

    /// <summary>How long the absence of the queried records may be cached, in seconds; null when the server does not say.</summary>
    public uint? NegativeTimeToLive => Authorities.FirstOrDefault(record => record.Type == DnsType.SOA)?.NegativeTimeToLive;
}
