namespace Grpc.Tests;

internal static class Conversation
{
    /// <summary>Sends notes one by one; each has to come back before the next is sent, and nothing after the last.</summary>
    public static async Task ShouldConverseAsync(this Kinds.KindsClient client, int notes, CancellationToken cancellationToken)
    {
        using var call = client.Converse(cancellationToken: cancellationToken);
        for (var i = 0; i < notes; i++)
        {
            await call.RequestStream.WriteAsync(new Note { Number = i }, cancellationToken);
            (await call.ResponseStream.MoveNext(cancellationToken)).ShouldBeTrue();
            call.ResponseStream.Current.Number.ShouldBe(i);
        }

        await call.RequestStream.CompleteAsync();
        (await call.ResponseStream.MoveNext(cancellationToken)).ShouldBeFalse();
    }
}
