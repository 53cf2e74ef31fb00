using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using Journal.Log.Writing;

namespace Journal.Features.Relp;

/// <summary>Sends answers in order; all that one flush allows are sent in one write.</summary>
internal sealed class AnswerWriter(PipeWriter output)
{
    public async Task RunAsync(Unanswered unanswered, CancellationToken cancellationToken)
    {
        await foreach (var answer in unanswered.ReadAllAsync(cancellationToken))
        {
            if (answer.Ticket is { Frame.IsCompleted: false })
            {
                await output.FlushAsync(cancellationToken); // ready answers do not wait for the disk
            }

            var text = answer.Ticket is { } ticket && !await IsDurableAsync(ticket, answer.Patience, cancellationToken)
                ? answer.Failure
                : answer.Text;
            output.Write(Encoding.UTF8.GetBytes(text));
            if (unanswered.IsEmpty)
            {
                await output.FlushAsync(cancellationToken);
            }
        }

        await output.FlushAsync(cancellationToken);
    }

    private static async ValueTask<bool> IsDurableAsync(RecordTicket ticket, Patience patience, CancellationToken cancellationToken)
    {
        try
        {
            await patience.WaitAsync(ticket.Frame, cancellationToken);
            return true;
        }
        catch (Exception exception) when (exception is TimeoutException or IOException)
        {
            return false;
        }
    }
}
