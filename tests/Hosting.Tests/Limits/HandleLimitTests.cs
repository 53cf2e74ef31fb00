using Hosting.Limits;

namespace Hosting.Tests.Limits;

public sealed class HandleLimitTests
{
    private const string Head = "Limit                     Soft Limit           Hard Limit           Units     ";

    [Theory]
    [InlineData("Max open files            20000                524288               files     ", 20_000)]
    [InlineData("Max open files            unlimited            unlimited            files     ", null)]
    [InlineData("Max processes             7                    7                    processes ", null)]
    public void Parse_AsLinuxWritesIt_IsTheSoftOne(string row, int? limit) => HandleLimit.Parse([Head, row]).ShouldBe(limit);

    [Fact]
    public void Parse_OtherLimitsBefore_FindsTheRow()
    {
        HandleLimit.Parse(["Max cpu time  unlimited  unlimited  seconds", "Max open files            1024      524288    files"])
            .ShouldBe(1024);
        HandleLimit.Parse(["Max open files            unlimited            unlimited            files"]).ShouldBeNull();
    }

    [Theory]
    [InlineData(4096, 1024, 512)]
    [InlineData(100, 1024, 100)]
    [InlineData(4096, null, 4096)]
    public void Bound_OfAWantedNumber_IsHalfOfTheHandlesAtMost(int wanted, int? limit, int bound) =>
        HandleLimit.Bound(wanted, limit).ShouldBe(bound);
}
