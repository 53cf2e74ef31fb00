using System.Security.Cryptography.X509Certificates;

namespace Trust;

/// <summary>
/// The lists of several authorities. Each authority that has signed a certificate of a chain needs one that is valid; otherwise nobody can
/// say that the certificate is not revoked, and it is not accepted.
/// </summary>
public sealed class RevocationLists(IEnumerable<RevocationList> lists)
{
    private readonly ILookup<string, RevocationList> _lists = lists.ToLookup(list => Convert.ToHexString(list.Issuer.RawData));

    /// <summary>When the first of them expires that no newer one replaces; null if none ever does.</summary>
    public DateTimeOffset? Expires { get; } = lists
        .GroupBy(list => (Convert.ToHexString(list.Issuer.RawData), list.Coverage))
        .Min(same => same.MaxBy(list => list.ThisUpdate)!.NextUpdate);

    public RevocationVerdict Check(VerifiedChain chain, DateTimeOffset now)
    {
        var until = DateTimeOffset.MaxValue;
        foreach (var link in chain.Links)
        {
            var verdict = Check(link, now);
            if (verdict.State != RevocationState.Good)
            {
                return verdict;
            }

            until = verdict.Until < until ? verdict.Until : until;
        }

        return new(RevocationState.Good, until, "");
    }

    /// <summary>Whether all certificates of an authority are refused.</summary>
    /// <returns>Why, as a part of a sentence; null if one of its lists is valid.</returns>
    public string? Lack(X509Certificate2 authority, DateTimeOffset now) => Newest(authority, _ => true, "", now, out _);

    private RevocationVerdict Check(ChainLink link, DateTimeOffset now)
    {
        if (Newest(link.Issuer, list => list.Covers(link), link.Subject, now, out var newest) is { } lack)
        {
            return new(RevocationState.Unknown, DateTimeOffset.MaxValue, lack);
        }

        var until = newest!.NextUpdate ?? DateTimeOffset.MaxValue;
        return newest.Holds(link) ? new(RevocationState.Revoked, until, $"{ChainLink.SubjectOf(link.Issuer)} has revoked {link.Subject}")
            : new(RevocationState.Good, until, "");
    }

    /// <returns>Why there is no list; null if there is.</returns>
    private string? Newest(
        X509Certificate2 authority, Predicate<RevocationList> covers, string subject, DateTimeOffset now, out RevocationList? newest)
    {
        var name = ChainLink.SubjectOf(authority);
        var named = _lists[Convert.ToHexString(authority.SubjectName.RawData)].ToList();
        var signed = named.FindAll(list => list.IsSignedBy(authority));
        newest = signed.FindAll(covers).MaxBy(list => list.ThisUpdate);
        return named.Count == 0 ? $"there is no revocation list of {name}"
            : signed.Count == 0 ? $"no revocation list of {name} is signed with its key"
            : newest is null ? $"no revocation list of {name} covers {subject}"
            : newest.NextUpdate <= now ? $"the revocation list of {name} expired at {newest.NextUpdate:u}"
            : null;
    }
}

/// <param name="Until">When it has to be asked again, unless the lists change before.</param>
/// <param name="Reason">Why it is not good; part of a sentence.</param>
public sealed record RevocationVerdict(RevocationState State, DateTimeOffset Until, string Reason);

public enum RevocationState
{
    /// <summary>Each certificate of the chain is on no list of its authority.</summary>
    Good,

    /// <summary>One is on the list.</summary>
    Revoked,

    /// <summary>A list is missing or has expired.</summary>
    Unknown,
}
