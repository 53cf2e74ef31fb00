using System.IO.Pipelines;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Limits;

/// <summary>A request's body that counts the bytes read from it.</summary>
internal sealed class CountedBody(PipeReader body, Action<long> count) : PipeReader, IRequestBodyPipeFeature
{
    private ReadResult _read;

    public PipeReader Reader => this;

    public override async ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default) =>
        _read = await body.ReadAsync(cancellationToken);

    public override bool TryRead(out ReadResult result)
    {
        var any = body.TryRead(out result);
        _read = result;
        return any;
    }

    public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
    {
        count(_read.Buffer.Slice(0, consumed).Length);
        _read = default;
        body.AdvanceTo(consumed, examined);
    }

    public override void CancelPendingRead() => body.CancelPendingRead();

    public override void Complete(Exception? exception = null) => body.Complete(exception);
}
