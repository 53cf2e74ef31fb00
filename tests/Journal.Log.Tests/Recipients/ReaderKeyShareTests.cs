using Journal.Log.Recipients;

namespace Journal.Log.Tests.Recipients;

public sealed class ReaderKeyShareTests
{
    private static readonly IReadOnlyList<ReaderKeyShare> Shares = ReaderKeyShare.Split(TestJournal.Reader, 3, 5);

    [Fact]
    public void Combine_AnyThreeOfFive_GiveTheKey()
    {
        for (var chosen = 0; chosen < 32; chosen++)
        {
            var some = Enumerable.Range(0, 5).Where(place => (chosen & (1 << place)) != 0).Select(Share).ToList();
            if (some.Count >= 3)
            {
                using var key = ReaderKeyShare.Combine(some);
                key.ExportPrivate().ShouldBe(TestJournal.Reader.ExportPrivate());
            }
            else if (some.Count > 0)
            {
                Should.Throw<InvalidDataException>(() => ReaderKeyShare.Combine(some)).Message
                    .ShouldStartWith($"3 different shares give the key, and there are {some.Count}");
            }
        }
    }

    [Fact]
    public void Combine_TheSameShareThrice_IsTooFew() => Should.Throw<InvalidDataException>(
        () => ReaderKeyShare.Combine([Share(0), Share(0), Share(0)])).Message.ShouldContain("there are 1");

    [Fact]
    public void Combine_AShareOfAnotherKeyOrSplit_IsRefused()
    {
        using var other = ReaderKey.Create();
        var (foreign, second) = (ReaderKeyShare.Split(other, 3, 5)[2], ReaderKeyShare.Split(TestJournal.Reader, 3, 5)[2]);

        Should.Throw<InvalidDataException>(() => ReaderKeyShare.Combine([Share(0), Share(1), ("foreign", foreign)])).Message
            .ShouldContain("foreign is a share of another key");
        Should.Throw<InvalidDataException>(() => ReaderKeyShare.Combine([Share(0), Share(1), ("second", second)])).Message
            .ShouldContain("second is of another split");
    }

    [Fact]
    public void Combine_AChangedShare_GivesNoKey()
    {
        byte[] changed = [.. Shares[2].Share];
        changed[5] ^= 1;

        Should.Throw<InvalidDataException>(() =>
            ReaderKeyShare.Combine([Share(0), Share(1), ("c", Shares[2] with { Share = changed })])).Message
            .ShouldContain("one of them was changed");
    }

    [Fact]
    public void Parse_AShareAsText_ReadsItAndFindsTypingErrors()
    {
        var text = $"{Shares[1]}";
        ReaderKeyShare.Parse(text.Replace("\n", "\r\n ", StringComparison.Ordinal)).ShouldBe(Shares[1]);

        foreach (var at in (int[])[30, 100, 140, text.Length - 3])
        {
            var letters = text.ToCharArray();
            letters[at] = letters[at] == '1' ? '2' : '1';
            Should.Throw<InvalidDataException>(() => ReaderKeyShare.Parse(new(letters)));
        }

        Should.Throw<InvalidDataException>(() => ReaderKeyShare.Parse("hello")).Message.ShouldContain("no share");
        Should.Throw<InvalidDataException>(() => ReaderKeyShare.Parse(""));
    }

    /// <summary>A share less leaves every secret possible: for each there is one share that would give it.</summary>
    [Fact]
    public void Combine_OneShareLess_LeavesEverySecretPossible()
    {
        var shares = SecretShares.Split([42], 3, 3);

        Enumerable.Range(0, 256).Select(guess => SecretShares.Combine([(1, shares[0]), (2, shares[1]), (3, [(byte)guess])])[0]).Distinct()
            .Count()
            .ShouldBe(256);
        SecretShares.Combine([(1, shares[0]), (2, shares[1]), (3, shares[2])]).ShouldBe([42]);
    }

    private static (string, ReaderKeyShare) Share(int place) => ($"share-{place}", Shares[place]);
}
