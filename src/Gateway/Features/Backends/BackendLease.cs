using Gateway.Features.Upstream;
using Hosting.Errors;

namespace Gateway.Features.Backends;

/// <summary>A backend for one attempt of a call; disposing it ends the attempt.</summary>
internal sealed class BackendLease(BackendPool pool, Backend backend, CallKind kind) : IDisposable
{
    private bool _ended;

    public Backend Backend => backend;

    public IUpstream Upstream => backend.Upstream;

    /// <summary>How often the call was repeated by its route's policy.</summary>
    public int Repeats { get; set; }

    /// <summary>The backend answered, with any status.</summary>
    /// <param name="failed">The status means that something is wrong with the backend, not with the request.</param>
    /// <param name="pushback">The refusal with which it pushes such calls back; null when it does not.</param>
    /// <param name="isOfAll">It pushes back all such calls, not only this one.</param>
    public void Answered(bool failed, Error? pushback, bool isOfAll = true)
    {
        if (pushback is not null)
        {
            if (isOfAll)
            {
                backend.BudgetOf(kind).Refused(pushback);
            }

            backend.Outliers.Succeeded(); // pushback is not a failure
            return;
        }

        backend.BudgetOf(kind).Took();
        if (failed)
        {
            backend.Outliers.Failed(transport: false);
            pool.Failed(backend);
        }
        else
        {
            backend.Outliers.Succeeded();
        }
    }

    /// <summary>The backend gave no answer.</summary>
    public void Broke()
    {
        backend.Outliers.Failed(transport: true);
        pool.Failed(backend);
    }

    public void Dispose()
    {
        if (!_ended)
        {
            _ended = true;
            backend.End();
        }
    }
}
