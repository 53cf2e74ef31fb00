using System.IO.Pipes;
using Hosting.Lifetime;

namespace Hosting.Tests.Lifetime;

public sealed class ParentWatchdogTests
{
    [Fact]
    public async Task Watch_OtherEndOfThePipeIsClosed_Ends()
    {
        using var parent = new AnonymousPipeServerStream(PipeDirection.Out);
        using var input = new AnonymousPipeClientStream(PipeDirection.In, parent.ClientSafePipeHandle);
        var ended = new TaskCompletionSource();

        ParentWatchdog.Watch(input, ended.SetResult);
        parent.Write("what comes is of no interest"u8);
        parent.Flush();
        ended.Task.IsCompleted.ShouldBeFalse();
        parent.Dispose();

        await ended.Task.Within();
    }
}
