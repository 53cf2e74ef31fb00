namespace Grpc.Tests;

/// <summary>Answers in a way that shows what came; each test replaces what it needs otherwise.</summary>
internal class KindsService : Kinds.KindsBase
{
    public override Task<Note> Unary(Note request, ServerCallContext context) =>
        Task.FromResult(new Note { Text = request.Text, Number = request.Number + 1, Data = request.Data });

    public override async Task<Note> Collect(IAsyncStreamReader<Note> requestStream, ServerCallContext context)
    {
        var sum = new Note();
        await foreach (var note in requestStream.ReadAllAsync(context.CancellationToken))
        {
            sum.Text += note.Text;
            sum.Number += note.Number;
        }

        return sum;
    }

    public override async Task Expand(Note request, IServerStreamWriter<Note> responseStream, ServerCallContext context)
    {
        for (var i = 0; i < request.Number; i++)
        {
            await responseStream.WriteAsync(new Note { Text = request.Text, Number = i, Data = request.Data });
        }
    }

    public override async Task Converse(
        IAsyncStreamReader<Note> requestStream, IServerStreamWriter<Note> responseStream, ServerCallContext context)
    {
        while (await requestStream.MoveNext(context.CancellationToken))
        {
            await responseStream.WriteAsync(requestStream.Current);
        }
    }
}
