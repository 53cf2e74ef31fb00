using Grpc.AspNetCore.Server;

namespace Grpc.Tests.Internals.Server;

public sealed class CallLimitsTests
{
    [Fact]
    public void Of_NothingSet_IsTheDefault() => CallLimits.Of(new(), new()).ShouldBe(new CallLimits(4 * 1024 * 1024, null, false));

    [Fact]
    public void Of_SetForAll_HoldsUnlessTheServiceSaysOtherwise()
    {
        var all = new GrpcServiceOptions { MaxReceiveMessageSize = 1, MaxSendMessageSize = 2, EnableDetailedErrors = true };
        CallLimits.Of(all, new()).ShouldBe(new CallLimits(1, 2, true));
        CallLimits.Of(all, new() { MaxReceiveMessageSize = null, EnableDetailedErrors = false }).ShouldBe(new CallLimits(null, 2, false));
    }
}
