using System.Text.Json;
using Crash.Faults;
using Crash.Systems.Prober;

namespace Crash.Tests.Systems.Prober;

public sealed class CrashReceiverTests
{
    private readonly Counters _counters = new();

    [Fact]
    public void Take_RepeatsOfAMessage_CountOnce()
    {
        var receiver = Told(("1", "down", 10), ("1", "down", 10), ("2", "up", 20));

        receiver.StateOf("shop").ShouldBe("up");
        _counters.Acknowledged.ShouldBe(2);
        _counters.Findings.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("2", "down", 10, "duplicated: shop down at 10 was told again under another id, 2")]
    [InlineData("2", "down", 20, "wrong: 'shop down at 20' came after 'shop down at 10'")]
    [InlineData("2", "up", 5, "wrong: 'shop up at 5' came after 'shop down at 10'")]
    [InlineData("1", "up", 20, "wrong: message 1 was first 'shop down at 10' and then 'shop up at 20'")]
    public void Take_WhatCannotBe_IsFound(string id, string state, long at, string finding)
    {
        Told(("1", "down", 10), (id, state, at));

        _counters.Findings.ShouldBe([finding]);
    }

    private CrashReceiver Told(params (string Id, string State, long At)[] messages)
    {
        var receiver = new CrashReceiver(new(), _counters);
        foreach (var (id, state, milliseconds) in messages)
        {
            var at = DateTimeOffset.FromUnixTimeMilliseconds(milliseconds);
            receiver.Take(id, JsonSerializer.SerializeToElement(
                new { kind = "change", state, at, doubtMilliseconds = 0, target = new { kind = "http", name = "shop" } }));
        }

        return receiver;
    }
}
