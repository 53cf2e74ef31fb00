using Hosting.Listeners;

namespace Hosting.Tests.Listeners;

public sealed class IdleLooksTests
{
    private readonly IdleLooks _looks = new();
    private long _allocated;

    [Fact]
    public void IsDue_AfterWork_AtOnceAndOnceMoreWhenAllHasEnded()
    {
        Look(100 << 20).ShouldBe((false, false));

        var later = Enumerable.Range(1, 2 * IdleLooks.UntilRest).Select(_ => Look(1000)).ToList();

        later.ShouldAllBe(look => look.IsIdle);
        later.Select((look, place) => (look.IsDue, Place: place + 1)).Where(look => look.IsDue).Select(look => look.Place)
            .ShouldBe([1, IdleLooks.UntilRest]);
    }

    [Fact]
    public void IsDue_WorkWithoutEnd_OnlyForWhatWasReleased()
    {
        Look(IdleLooks.IdleAllocation).ShouldBe((false, false));
        Look(IdleLooks.IdleAllocation, IdleLooks.CollectAt).ShouldBe((false, true));
        Look(IdleLooks.IdleAllocation).ShouldBe((false, false));
    }

    [Fact]
    public void IsDue_LittleWork_Never()
    {
        Look(IdleLooks.IdleAllocation).ShouldBe((false, false));

        Enumerable.Range(0, 2 * IdleLooks.UntilRest).Select(_ => Look(1000)).ShouldAllBe(look => look.IsIdle && !look.IsDue);
    }

    private (bool IsIdle, bool IsDue) Look(long allocated, long released = 0)
    {
        _looks.Look(_allocated += allocated);
        return (_looks.IsIdle, _looks.IsDue(released));
    }
}
