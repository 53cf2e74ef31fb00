using Hosting.Access;
using Journal.Tests;
using Microsoft.Extensions.Logging.Abstractions;

namespace Hosting.Tests.Access;

/// <summary>The keys of a host that runs, on a clock in the test's hand.</summary>
public sealed class KeyRingTests : IDisposable
{
    private static readonly TimeSpan Promised = TimeSpan.FromSeconds(2);

    private readonly ClientKeys _keys = new();
    private readonly ManualTime _time = new(stands: true);

    public void Dispose() => _keys.Dispose();

    [Fact]
    public void Find_KeysThatChange_AreTakenOverWithinTwoSeconds()
    {
        var first = _keys.Add("first", ["read"]);
        using var ring = Open();
        ring.Find(first, out _).ShouldNotBeNull();

        _keys.Revoke(first);
        var second = _keys.Add("second", ["read"]);
        _time.Advance(Promised);

        ring.Find(first, out var refusal).ShouldBeNull();
        refusal.ShouldBe("This key was revoked.");
        ring.Find(second, out _).ShouldNotBeNull();
    }

    [Fact]
    public void Client_ItsKeyHoldsNoMore_HasEndedWithinTwoSeconds()
    {
        var (revoked, kept) = (_keys.Add("revoked", ["read"]), _keys.Add("kept", ["read"]));
        var expiring = _keys.Add("expiring", ["read"], expires: _time.GetUtcNow().AddMinutes(1));
        using var ring = Open();
        var ended = new[] { revoked, expiring, kept }.Select(key => ring.Find(key, out _)!.Ended).ToList();

        _keys.Revoke(revoked);
        _keys.Add("another", ["read"]);
        _time.Advance(Promised);
        Ended().ShouldBe([true, false, false]);

        _time.Advance(TimeSpan.FromMinutes(1));
        Ended().ShouldBe([true, true, false]);

        _keys.Break();
        _time.Advance(Promised);
        Ended().ShouldBe([true, true, true], "nobody can be told from a stranger");

        IEnumerable<bool> Ended() => ended.Select(token => token.IsCancellationRequested);
    }

    private KeyRing Open() => new(new KeyFile(_keys.File), _time, NullLogger<KeyRing>.Instance);
}
